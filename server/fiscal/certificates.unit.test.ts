// @peculiar/x509 stands on decorators.
import 'reflect-metadata';
import { KeyObject, webcrypto, X509Certificate } from 'node:crypto';
import {
  BasicConstraintsExtension,
  X509Certificate as ParsedCertificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { expect, test } from 'vitest';
import { createAuthority, createSigningCertificate, type IssuedKey } from '../../simulators/certificates.ts';
import { parseCertificates } from '../config/read-pem.ts';
import { findSigner } from './certificates.ts';

const authority = await createAuthority('Listed');
const stranger = await createAuthority('Listed');
const AUTHORITIES = parseCertificates(`${(await createAuthority('Another')).pem}\n${authority.pem}\n`);
const find = (certificate: X509Certificate) => findSigner(certificate, AUTHORITIES, new Date());

test('the holder of a certificate of a listed authority is known by name and number', async () => {
  expect(find((await authority.issue('ANA PÉREZ')).certificate)).toBe('ANA PÉREZ, IDCDO-00112345673');
  expect(find((await authority.issue('ANA PÉREZ', { usage: 'nonRepudiation' })).certificate)).not.toBeNull();
});

test.each<[string, () => Promise<X509Certificate>]>([
  ['that its holder made', async () => new X509Certificate((await createSigningCertificate()).pem)],
  ['of an authority with the same name', async () => (await stranger.issue('ANA PÉREZ')).certificate],
  ['that has expired', async () => (await authority.issue('ANA PÉREZ', { validDays: -1 })).certificate],
  ['of another authority', async () => (await authority.issue('X', { isAuthority: true })).certificate],
  ['that signs nothing', async () => (await authority.issue('X', { usage: 'keyAgreement' })).certificate],
  ['of the authority itself', () => Promise.resolve(new X509Certificate(authority.pem))],
])('a certificate %s names nobody', async (_what, create) => {
  expect(find(await create())).toBeNull();
});

/** Issues in the name of a certificate, whatever that may do. */
async function issueFrom(issuer: IssuedKey, isAuthority: boolean): Promise<IssuedKey> {
  const rsa = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  };
  const keys = await webcrypto.subtle.generateKey(rsa, true, ['sign', 'verify']);
  const pkcs8 = issuer.privateKey.export({ type: 'pkcs8', format: 'der' });
  const issued = await X509CertificateGenerator.create({
    subject: `CN=ANA PÉREZ, 2.5.4.5=IDCDO-00112345673`,
    issuer: new ParsedCertificate(issuer.certificate.raw).subject,
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000),
    signingAlgorithm: rsa,
    publicKey: keys.publicKey,
    signingKey: await webcrypto.subtle.importKey('pkcs8', pkcs8, rsa, false, ['sign']),
    extensions: [new BasicConstraintsExtension(isAuthority, isAuthority ? 0 : undefined)],
  });
  return { certificate: new X509Certificate(issued.toString('pem')), privateKey: KeyObject.from(keys.privateKey) };
}

test('an authority in between counts where it is listed, may issue, and is valid', async () => {
  const isTrusted = async (issuer: IssuedKey, listed: X509Certificate[] = []) =>
    findSigner((await issueFrom(issuer, false)).certificate, [...AUTHORITIES, ...listed], new Date()) !== null;
  const between = await authority.issue('Between', { isAuthority: true });
  expect(await isTrusted(between)).toBe(false);
  expect(await isTrusted(between, [between.certificate])).toBe(true);
  const expired = await authority.issue('Between', { isAuthority: true, validDays: -1 });
  const person = await authority.issue('Somebody');
  expect(await isTrusted(expired, [expired.certificate])).toBe(false);
  expect(await isTrusted(person, [person.certificate])).toBe(false);
  const below = await issueFrom(between, true);
  expect(await isTrusted(below, [between.certificate])).toBe(false);
});

test('an authority that has expired stands for nobody', async () => {
  const { certificate } = await authority.issue('ANA PÉREZ', { validDays: 30_000 });
  expect(findSigner(certificate, AUTHORITIES, new Date(Date.now() + 4000 * 86_400_000))).toBeNull();
});
