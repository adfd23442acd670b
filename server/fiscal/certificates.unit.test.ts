import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAuthority, createSigningCertificate } from '../../simulators/certificates.ts';
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

test('an authority that has expired stands for nobody', async () => {
  const { certificate } = await authority.issue('ANA PÉREZ', { validDays: 30_000 });
  expect(findSigner(certificate, AUTHORITIES, new Date(Date.now() + 4000 * 86_400_000))).toBeNull();
});
