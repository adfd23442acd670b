import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto';

/** An enveloped XML signature as DGII takes it: inclusive canonical XML, SHA-256, RSA. */
const SIGNED_INFO = `<CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></CanonicalizationMethod><SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></SignatureMethod><Reference URI=""><Transforms><Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></Transform></Transforms><DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></DigestMethod><DigestValue>`;
const NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#';

/** Elements by name, each with its text or its children; a list has the same element several times. */
export type Elements = { [name: string]: string | undefined | Elements | Elements[] };

/** Writes a text as canonical XML does. XML takes no control characters, and would not keep white space. */
const escapeText = (text: string) =>
  text
    .replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Writes canonical XML. Elements without content are left out, as DGII takes none that is empty. */
export function renderXml(elements: Elements): string {
  return Object.entries(elements)
    .flatMap(([name, content]) => [content ?? ''].flat().map((one) => ({ name, one })))
    .map(({ name, one }) => ({ name, inner: typeof one === 'string' ? escapeText(one) : renderXml(one) }))
    .map(({ name, inner }) => (inner === '' ? '' : `<${name}>${inner}</${name}>`))
    .join('');
}

export type FiscalKey = { certificate: X509Certificate; privateKey: KeyObject };

/** The first six characters of the signature, which people compare with DGII's page. */
export type SignedXml = { xml: string; securityCode: string };

/**
 * Signs a document that is canonical XML already: one line, no declaration, no empty tag.
 * @param namespaces attributes of its root in canonical order, which are canonical in the signature's parts too
 */
export function signXml(document: string, { certificate, privateKey }: FiscalKey, namespaces = ''): SignedXml {
  const digest = createHash('sha256').update(document).digest('base64');
  const content = `${SIGNED_INFO}${digest}</DigestValue></Reference></SignedInfo>`;
  const canonical = `<SignedInfo xmlns="${NAMESPACE}"${namespaces}>${content}`;
  const value = sign('sha256', Buffer.from(canonical), privateKey).toString('base64');
  const keyInfo = `<KeyInfo><X509Data><X509Certificate>${certificate.raw.toString('base64')}</X509Certificate></X509Data></KeyInfo>`;
  const signature = `<Signature xmlns="${NAMESPACE}"><SignedInfo>${content}<SignatureValue>${value}</SignatureValue>${keyInfo}</Signature>`;
  const end = document.lastIndexOf('</');
  return {
    xml: `<?xml version="1.0" encoding="utf-8"?>${document.slice(0, end)}${signature}${document.slice(end)}`,
    securityCode: value.slice(0, 6),
  };
}
