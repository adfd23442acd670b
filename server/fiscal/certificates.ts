// @peculiar/x509 stands on decorators.
import 'reflect-metadata';
import type { X509Certificate } from 'node:crypto';
import { KeyUsageFlags, KeyUsagesExtension, X509Certificate as ParsedCertificate } from '@peculiar/x509';

const isCurrent = ({ validFromDate, validToDate }: X509Certificate, at: Date) =>
  validFromDate <= at && at <= validToDate;

/** A certificate that names no usage may be used for everything. */
function isForSigning({ raw, ca }: X509Certificate): boolean {
  const usages = new ParsedCertificate(raw).getExtension(KeyUsagesExtension)?.usages;
  const isAllowed =
    usages === undefined || (usages & (KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation)) > 0;
  return isAllowed && !ca;
}

/**
 * Whether one of the authorities issued a certificate to somebody who signs, and both are valid. Documents bring no
 * certificates of authorities in between, so those are among the authorities too.
 */
function isTrusted(certificate: X509Certificate, authorities: readonly X509Certificate[], at: Date): boolean {
  const isIssuer = (authority: X509Certificate) =>
    authority.ca &&
    isCurrent(authority, at) &&
    certificate.checkIssued(authority) &&
    certificate.verify(authority.publicKey);
  return isCurrent(certificate, at) && authorities.some(isIssuer) && isForSigning(certificate);
}

const LONGEST_NAME = 200;

/**
 * The holder of a trusted certificate: a person whom taxpayers let sign for them, with their number, such as
 * 'ANA PÉREZ, IDCDO-00112345673'.
 * @returns null for a certificate that none of the authorities stands for
 */
export function findSigner(
  certificate: X509Certificate,
  authorities: readonly X509Certificate[],
  at: Date,
): string | null {
  if (!isTrusted(certificate, authorities, at)) return null;
  const find = (part: string) => new RegExp(`^${part}=(.*)$`, 'm').exec(certificate.subject)?.[1];
  return [find('CN'), find('serialNumber')].filter(Boolean).join(', ').slice(0, LONGEST_NAME) || null;
}
