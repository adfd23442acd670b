import { X509Certificate } from 'node:crypto';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const ENVELOPED = `${DSIG}enveloped-signature`;
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
/** Inclusive and exclusive canonical XML; issuers use both. */
const CANONICAL = ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315', 'http://www.w3.org/2001/10/xml-exc-c14n#'];
const ELEMENT_NODE = 1;

// DGII's formats stay far below these limits. Within them a document of 64 KB is read in a fraction of a second.
const MOST_DEPTH = 30;
const MOST_NAMESPACES = 20;
const MOST_ELEMENTS = 2500;
const LONGEST_TAG = 1000;
/** The signature is taken out, and the rest made canonical. */
const MOST_TRANSFORMS = 2;

/** Characters that XML does not allow. */
const CONTROL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const DECLARATION = /^<\?xml [^<>?]*\?>/;
/** No match reaches beyond the next sign of a tag, so a text is scanned once. */
const TAG = /<[^<>]*>?/g;

/**
 * Whether a text has tags and text alone, within the limits: no document type, comment, CDATA section or processing
 * instruction, with which people and programs could read different values.
 */
function isBounded(xml: string): boolean {
  if (CONTROL.test(xml) || xml.split('xmlns').length > MOST_NAMESPACES) return false;
  let depth = 0;
  let elements = 0;
  for (const [tag] of xml.replace(DECLARATION, '').matchAll(TAG)) {
    if (tag.length > LONGEST_TAG || !tag.endsWith('>') || /^<[!?]/.test(tag)) return false;
    if (tag.startsWith('</')) depth -= 1;
    else elements += 1;
    if (!/^<\/|\/>$/.test(tag)) depth += 1;
    if (depth > MOST_DEPTH || elements > MOST_ELEMENTS) return false;
  }
  return true;
}

function stopParsing(_level: string, message: string): never {
  throw new SyntaxError(message);
}

/** @returns null for a text that is no XML, or beyond the limits */
function parseXml(xml: string): Element | null {
  if (!isBounded(xml)) return null;
  try {
    return new DOMParser({ onError: stopParsing }).parseFromString(xml, 'text/xml').documentElement;
  } catch {
    // The text is no XML.
    return null;
  }
}

const listElements = (parent: Element) => [...parent.childNodes].filter(({ nodeType }) => nodeType === ELEMENT_NODE);

/** What a document says: the texts of the elements that hold no others and whose name stands once. */
export type FiscalValues = ReadonlyMap<string, string>;

function readValues(root: Element): FiscalValues {
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  for (const element of root.getElementsByTagName('*')) {
    const { nodeName } = element;
    if (values.has(nodeName)) repeated.add(nodeName);
    if (listElements(element).length === 0) values.set(nodeName, element.textContent ?? '');
  }
  for (const name of repeated) values.delete(name);
  return values;
}

/** The only signature of a document, as its last element. Elements are of no namespace, or belong to the signature. */
function findSignature(root: Element): Element | null {
  const last = listElements(root).at(-1) as Element | undefined;
  if (last?.namespaceURI !== DSIG || last.localName !== 'Signature') return null;
  const parts = new Set<Element>([last, ...last.getElementsByTagName('*')]);
  const isInPlace = (element: Element) => (element.namespaceURI === DSIG ? parts.has(element) : !element.namespaceURI);
  const count = (name: string) => last.getElementsByTagNameNS(DSIG, name).length;
  // The whole document is read for each reference and each transform.
  const isSimple = count('Signature') === 0 && count('Reference') === 1 && count('Transform') <= MOST_TRANSFORMS;
  return isSimple && [root, ...root.getElementsByTagName('*')].every(isInPlace) ? last : null;
}

const readPart = (signature: Element, name: string) =>
  signature.getElementsByTagNameNS(DSIG, name)[0]?.textContent?.replaceAll(/\s/g, '') ?? '';

/** @returns the canonical text that was signed; null unless it is the whole document, with the methods that DGII names */
function verify(xml: string, signature: Element, certificate: X509Certificate): string | null {
  const verifier = new SignedXml({ publicCert: certificate.toString() });
  verifier.loadSignature(signature.toString());
  if (!verifier.checkSignature(xml)) return null;
  const [reference] = verifier.getReferences();
  if (reference?.uri !== '') return null;
  const [first, ...transforms] = reference.transforms;
  const isAsNamed =
    first === ENVELOPED &&
    transforms.every((transform) => CANONICAL.includes(transform)) &&
    reference.digestAlgorithm === SHA256 &&
    verifier.signatureAlgorithm === RSA_SHA256 &&
    CANONICAL.includes(verifier.canonicalizationAlgorithm ?? '');
  return isAsNamed ? (verifier.getSignedReferences()[0] ?? null) : null;
}

export type SignedDocument = {
  values: FiscalValues;
  root: string;
  signatureValue: string;
  certificate: X509Certificate;
};

/**
 * Verifies an enveloped signature with the certificate that it brings, whoever made that. Values are read from the text that
 * was signed.
 * @returns null for any other text
 */
export function readSigned(xml: string): SignedDocument | null {
  const signature = findSignatureIn(xml);
  if (signature === null) return null;
  const value = readPart(signature, 'SignatureValue');
  let signed: Element | null;
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(Buffer.from(readPart(signature, 'X509Certificate'), 'base64'));
    const text = verify(xml, signature, certificate);
    signed = text === null ? null : parseXml(text);
  } catch {
    // The signature is wrong, or has no certificate that can be read.
    return null;
  }
  return signed && { root: signed.nodeName, values: readValues(signed), signatureValue: value, certificate };
}

function findSignatureIn(xml: string): Element | null {
  const root = parseXml(xml);
  return root && findSignature(root);
}

/** What a document claims to say, whether or not anybody signed it. */
export function readClaims(xml: string): FiscalValues {
  const root = parseXml(xml);
  return root === null ? new Map() : readValues(root);
}
