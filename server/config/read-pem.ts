import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { OperatorError } from './operator-error.ts';

/** @param name the variable's. */
export function readPem(name: string, fileOrText: string): string {
  if (fileOrText.startsWith('-----BEGIN')) return fileOrText;
  try {
    return readFileSync(fileOrText, 'utf8');
  } catch (cause) {
    throw new OperatorError(`${name} names a file that cannot be read`, { cause });
  }
}

/** @param name the variable's. */
export function readAuthorities(name: string, fileOrText: string): string {
  const text = readPem(name, fileOrText);
  try {
    parseCertificates(text);
  } catch (cause) {
    throw new OperatorError(`${name} has no certificates that can be read`, { cause });
  }
  return text;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** @throws Error for a text without certificates, and for one that cannot be read */
export function parseCertificates(pem: string): X509Certificate[] {
  const found = (pem.match(CERTIFICATE) ?? []).map((text) => new X509Certificate(text));
  if (found.length === 0) throw new Error('The text has no certificate');
  return found;
}
