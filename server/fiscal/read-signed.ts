import { createHash, verify, X509Certificate } from 'node:crypto';
import { DOMParser, type Element, type Node } from '@xmldom/xmldom';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
const TEXT_NODE = 3;
const ELEMENT_NODE = 1;

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;');

/** Every namespace that is declared on an element or around it, the outer ones first. */
function listNamespaces(element: Element): Map<string, string> {
  const { parentNode } = element;
  const found =
    parentNode?.nodeType === ELEMENT_NODE ? listNamespaces(parentNode as Element) : new Map<string, string>();
  for (const { name, value, namespaceURI } of element.attributes) if (namespaceURI === XMLNS) found.set(name, value);
  return found;
}

/**
 * Inclusive canonical XML 1.0 of an element, without comments.
 * @param leaveOut an element inside that is left out
 * @param inherited the namespaces that are written on an element around it; none for the outermost element
 */
function canonicalize(node: Node, leaveOut?: Node, inherited: ReadonlyMap<string, string> = new Map()): string {
  if (node === leaveOut) return '';
  if (node.nodeType === TEXT_NODE) return escapeText(node.nodeValue ?? '');
  if (node.nodeType !== ELEMENT_NODE) return '';
  const element = node as Element;
  const all = listNamespaces(element);
  const byName = (a: [string, string], b: [string, string]) => (a[0] < b[0] ? -1 : 1);
  const namespaces = [...all].filter(([name, value]) => inherited.get(name) !== value).toSorted(byName);
  const attributes = [...element.attributes]
    .filter(({ namespaceURI }) => namespaceURI !== XMLNS)
    .map(({ name, value }): [string, string] => [name, value])
    .toSorted(byName);
  const written = [...namespaces, ...attributes].map(([name, value]) => ` ${name}="${escapeText(value)}"`).join('');
  const content = [...element.childNodes].map((child) => canonicalize(child, leaveOut, all)).join('');
  return `<${element.nodeName}${written}>${content}</${element.nodeName}>`;
}

/** DGII's formats stay far below these limits. Beyond them, reading would keep everybody else waiting. */
const MOST_DEPTH = 30;
const MOST_NAMESPACES = 20;

function isBounded(xml: string): boolean {
  if (xml.includes('<!DOCTYPE') || xml.split('xmlns').length > MOST_NAMESPACES) return false;
  let depth = 0;
  for (const [tag] of xml.matchAll(/<[^?!>][^>]*>/g)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    if (depth > MOST_DEPTH) return false;
  }
  return true;
}

/** The elements of a signed document. */
export type SignedDocument = { root: string; read: (name: string) => string };

/** Verifies an enveloped signature with the certificate that it brings. @returns null for any other text */
export function readSigned(xml: string): SignedDocument | null {
  if (!isBounded(xml)) return null;
  let document: ReturnType<DOMParser['parseFromString']>;
  try {
    document = new DOMParser({ onError: stopParsing }).parseFromString(xml, 'text/xml');
  } catch {
    // The text is no XML.
    return null;
  }
  const root = document.documentElement;
  const signature = root?.getElementsByTagNameNS(DSIG, 'Signature')[0];
  if (!root || signature?.parentNode !== root) return null;
  const find = (name: string) => signature.getElementsByTagNameNS(DSIG, name)[0];
  const read = (name: string) => find(name)?.textContent?.replaceAll(/\s/g, '') ?? '';
  const signedInfo = find('SignedInfo');
  if (signedInfo === undefined) return null;
  const digest = createHash('sha256').update(canonicalize(root, signature)).digest('base64');
  let isGood: boolean;
  try {
    const { publicKey } = new X509Certificate(Buffer.from(read('X509Certificate'), 'base64'));
    const value = Buffer.from(read('SignatureValue'), 'base64');
    isGood = verify('sha256', Buffer.from(canonicalize(signedInfo)), publicKey, value);
  } catch {
    // The signature has no certificate that can be read.
    return null;
  }
  if (!isGood || digest !== read('DigestValue')) return null;
  return { root: root.nodeName, read: (name) => root.getElementsByTagName(name)[0]?.textContent ?? '' };
}

function stopParsing(_level: string, message: string): never {
  throw new SyntaxError(message);
}
