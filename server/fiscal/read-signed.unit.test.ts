import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { createAuthority } from '../../simulators/certificates.ts';
import { mutate } from '../testing/mutate-xml.ts';
import { readClaims, readSigned } from './read-signed.ts';
import { signXml } from './sign-xml.ts';

const GENUINE = readFileSync(join(import.meta.dirname, 'vectors/e31.xml'), 'utf8');
const [, CONTENT = '', SIGNATURE = ''] = /\?>(<ECF>.*)(<Signature .*<\/Signature>)<\/ECF>$/s.exec(GENUINE) ?? [];
const DIGEST = /<DigestValue>[^<]*<\/DigestValue>/;
const key = await (await createAuthority('Test')).issue('Somebody');
const FORGED = CONTENT.replace('590.00', '999.00');

const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

type Methods = { xpaths?: string[]; transforms?: string[]; digest?: string; method?: string; canonical?: string };

/** Signs as another program may, with the methods that it chooses. */
function signWith(document: string, { xpaths = ['/*'], transforms = [ENVELOPED], ...methods }: Methods): string {
  const signer = new SignedXml({
    privateKey: key.privateKey,
    publicCert: key.certificate.toString(),
    canonicalizationAlgorithm: (methods.canonical ?? C14N) as typeof C14N,
    signatureAlgorithm: methods.method ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  });
  for (const xpath of xpaths) {
    const isEmptyUri = xpath === '/*';
    signer.addReference({ xpath, isEmptyUri, transforms, digestAlgorithm: methods.digest ?? SHA256 });
  }
  signer.computeSignature(document);
  return signer.getSignedXml();
}

const DOCUMENT = `${CONTENT}</ECF>`;
const withTransform = (name: string) =>
  GENUINE.replace('</Transforms>', `<Transform Algorithm="${name}"></Transform></Transforms>`);
const ROOT = '<ECF xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="e-CF.xsd">';

test.each([
  ['as Parqueo does', () => signXml(DOCUMENT, key).xml],
  ['with inclusive canonical XML', () => signWith(DOCUMENT, { transforms: [ENVELOPED, C14N] })],
  [
    'with exclusive canonical XML',
    () => signWith(DOCUMENT, { transforms: [ENVELOPED, EXCLUSIVE], canonical: EXCLUSIVE }),
  ],
  ['with a schema at its root', () => signWith(DOCUMENT.replace('<ECF>', ROOT), {})],
  ['on several lines', () => `${signWith(DOCUMENT.replaceAll('><', '>\n  <'), {})}\n`],
])('a document that was signed %s is read', (_how, sign) => {
  const document = readSigned(sign());
  expect([document?.root, document?.values.get('MontoTotal')]).toEqual(['ECF', '590.00']);
  expect(document?.certificate.subject).toContain('CN=Somebody');
});

const withDigestOf = (text: string) => DIGEST.exec(signXml(text, key).xml)?.[0] ?? '';
const inSignature = (part: string) => SIGNATURE.replace('<SignedInfo>', `${part}<SignedInfo>`);

test.each<[string, string]>([
  ['whose amount was changed', GENUINE.replace('590.00', '999.00')],
  ['whose signature was changed', GENUINE.replace('<SignatureValue>L', '<SignatureValue>M')],
  ['that has no signature', DOCUMENT],
  [
    'with a second digest outside of what was signed',
    `${FORGED}${inSignature(`<Object>${withDigestOf(`${FORGED}</ECF>`)}</Object>`)}</ECF>`,
  ],
  [
    'with another digest inside of what was signed',
    `${FORGED}${SIGNATURE.replace(DIGEST, withDigestOf(`${FORGED}</ECF>`))}</ECF>`,
  ],
  ['that wraps a genuine one', `${FORGED}<Old>${GENUINE.replace(/^<\?.*?\?>/, '')}</Old></ECF>`],
  ['that wraps a genuine one and repeats its signature', `${FORGED}<Old>${DOCUMENT}</Old>${SIGNATURE}</ECF>`],
  ['whose genuine part is in its signature', `${FORGED}${inSignature(`<Object>${DOCUMENT}</Object>`)}</ECF>`],
  ['with two signatures', `${CONTENT}${SIGNATURE}${SIGNATURE}</ECF>`],
  ['with a signature in its signature', `${CONTENT}${inSignature(`<Object>${SIGNATURE}</Object>`)}</ECF>`],
  ['with an element after its signature', `${CONTENT}${SIGNATURE}<MontoTotal>999.00</MontoTotal></ECF>`],
  ['with more in a CDATA section', GENUINE.replace('590.00', '<![CDATA[999]]>590.00')],
  ['with a comment in a value', GENUINE.replace('590.00', '590<!-- x -->.00')],
  ['with a processing instruction', GENUINE.replace('<ECF>', '<?xml-stylesheet href="https://evil.test"?><ECF>')],
  ['with a document type', GENUINE.replace('<ECF>', '<!DOCTYPE ECF [<!ENTITY a "9">]><ECF>')],
  ['with a script', signXml('<ECF><s xmlns="http://www.w3.org/1999/xhtml">x</s></ECF>', key).xml],
  [
    'with a part of a signature outside of it',
    signXml('<ECF><a xmlns="http://www.w3.org/2000/09/xmldsig#">x</a></ECF>', key).xml,
  ],
  ['with a character that XML does not have', signXml('<ECF><a>\u0001</a></ECF>', key).xml],
  ['of which a part is signed', signWith(DOCUMENT, { xpaths: ['//*[local-name(.)="Totales"]'], transforms: [C14N] })],
  ['with two references', signWith(DOCUMENT, { xpaths: ['/*', '/*'] })],
  ['with a weak digest', signWith(DOCUMENT, { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' })],
  ['with a weak signature', signWith(DOCUMENT, { method: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })],
  ['whose comments count', signWith(DOCUMENT, { transforms: [ENVELOPED, `${C14N}#WithComments`] })],
  [
    'with exclusive canonical XML before the signature is taken out',
    signWith(DOCUMENT, { transforms: [EXCLUSIVE, ENVELOPED] }),
  ],
  ['whose transform chooses a part', withTransform('http://www.w3.org/TR/1999/REC-xpath-19991116')],
  ['whose transform is a program', withTransform('http://www.w3.org/TR/1999/REC-xslt-19991116')],
  ['whose transform decodes', withTransform('http://www.w3.org/2000/09/xmldsig#base64')],
  ['without a transform', GENUINE.replace(/<Transforms>.*<\/Transforms>/s, '')],
  ['whose reference names a part', GENUINE.replace('URI=""', 'URI="#x"').replace('<Totales>', '<Totales Id="x">')],
  ['whose reference names the root', GENUINE.replace('URI=""', 'URI="#x"').replace('<ECF>', '<ECF Id="x">')],
  [
    'whose reference names two parts',
    GENUINE.replace('URI=""', 'URI="#x"').replaceAll(/<(Totales|Emisor)>/g, '<$1 Id="x">'),
  ],
  ['whose reference is outside', GENUINE.replace('URI=""', 'URI="https://evil.test/x"')],
  ['whose reference has no address', GENUINE.replace(' URI=""', '')],
  ['with a second part that is signed', GENUINE.replace(/<SignedInfo>.*<\/SignedInfo>/s, '$&$&')],
  [
    'with another value before that of its signature',
    `${CONTENT}${inSignature('<Object><SignatureValue>AAAA</SignatureValue></Object>')}</ECF>`,
  ],
  ['with an entity', GENUINE.replace('590.00', '&nueve;90.00')],
  ['with a default namespace', signXml(`${DOCUMENT.replace('<ECF>', '<ECF xmlns="urn:x">')}`, key).xml],
  [
    'with a prefix',
    signXml(
      DOCUMENT.replaceAll(/ECF>/g, 'x:ECF>').replace('<x:ECF>', '<x:ECF xmlns:x="urn:x">'),
      key,
      ' xmlns:x="urn:x"',
    ).xml,
  ],
  [
    'with a message authentication code',
    GENUINE.replace('2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#hmac-sha1'),
  ],
  ['without a certificate', GENUINE.replace(/<X509Certificate>[^<]*/, '<X509Certificate>')],
])('a document %s is not read', (_what, xml) => {
  expect(readSigned(GENUINE)).not.toBeNull();
  expect(readSigned(xml)).toBeNull();
});

test('an attribute of the root, also a type, changes no value', () => {
  const typed = DOCUMENT.replace('<ECF>', ROOT).replace('<MontoTotal>', '<MontoTotal xsi:type="x" xsi:nil="true">');
  expect(readSigned(signWith(typed, {}))?.values.get('MontoTotal')).toBe('590.00');
});

test('of a thousand documents that were changed none says what was not signed, and all are read in time', () => {
  const genuine = readSigned(GENUINE)?.values;
  const started = performance.now();
  for (const xml of mutate(GENUINE, 1000)) {
    readClaims(xml);
    const read = readSigned(xml);
    if (read !== null) expect([xml, read.values]).toEqual([xml, genuine]);
  }
  expect(performance.now() - started).toBeLessThan(60_000);
}, 70_000);

test('what stands in the signature is no value, nor is a name that stands twice', () => {
  const added = `${CONTENT}${inSignature('<Object><NCFModificado>E310000000009</NCFModificado></Object>')}</ECF>`;
  expect(readSigned(added)?.values.has('NCFModificado')).toBe(false);
  const twice = signXml('<ECF><eNCF>E310000000001</eNCF><a><eNCF>E310000000002</eNCF></a></ECF>', key).xml;
  expect(readSigned(twice)?.values.has('eNCF')).toBe(false);
});

const LENGTH = 64 * 1024;
const repeat = (part: string, length = LENGTH - GENUINE.length) => part.repeat(Math.floor(length / part.length));
const REFERENCE = /<Reference.*<\/Reference>/s;
const TRANSFORM = `<Transform Algorithm="${C14N}"></Transform>`;
const withPart = (part: string) => GENUINE.replace('<DetallesItems>', `${part}<DetallesItems>`);
const attributes = Array.from({ length: 110 }, (_, index) => `a${index}=""`).join(' ');

test.each<[string, string]>([
  ['tags that never end', repeat('<a', LENGTH)],
  ['signs of tags', repeat('<', LENGTH)],
  ['a tag that is long', withPart(`<a${repeat(' ')}>`)],
  ['very deep elements', `${'<a>'.repeat(9000)}${'</a>'.repeat(9000)}`],
  ['namespaces', Array.from({ length: 2000 }, (_, index) => `<a xmlns:n${index}="u">`).join('')],
  ['declarations', repeat('<?xml ', LENGTH)],
  ['more elements than any format has', withPart(repeat('<a/>'))],
  ['as many elements as are read', withPart(repeat('<a/>', 4 * 2400))],
  ['attributes', withPart(repeat(`<a ${attributes}/>`))],
  ['spaces', withPart(repeat(' '))],
  ['references to characters', withPart(repeat('&#65;'))],
  ['ampersands', withPart(repeat('&a'))],
  ['closing brackets', withPart(repeat(']]'))],
  ['a signature of many lines', GENUINE.replace('<SignatureValue>', `<SignatureValue>${repeat('A\n')}`)],
  ['references', GENUINE.replace(REFERENCE, (reference) => repeat(reference))],
  [
    'elements and transforms',
    withPart('<a></a>'.repeat(1200)).replace('</Transforms>', `${repeat(TRANSFORM, LENGTH / 2)}</Transforms>`),
  ],
  ['a certificate of spaces', GENUINE.replace('<X509Certificate>', `<X509Certificate>${repeat(' ')}`)],
])('64 KB of %s take no long time to read', (_what, xml) => {
  const started = performance.now();
  readSigned(xml);
  readClaims(xml);
  expect(performance.now() - started).toBeLessThan(2000);
});
