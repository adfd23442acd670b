import * as z from 'zod';
import type { Cents } from '../../domain/money/cents.ts';
import { BodyTooLargeError, readText } from '../../supabase/functions/shared/http.ts';
import type { FiscalContent } from './fiscal-content.ts';
import type { Approval, VoidedNumbers } from './fiscal-messages.ts';
import { type FiscalKey, signXml } from './sign-xml.ts';

/** What DGII says of a document. `sent`: DGII is still deciding, and is asked again later. */
export type Verdict =
  | { outcome: 'sent'; trackId: string }
  | { outcome: 'accepted' | 'conditional' | 'rejected'; messages: string; isNumberSpent: boolean };

export type Signature = { xml: string; summary: string | null; securityCode: string; signedAt: Date };

/** A signed document that is to reach DGII. */
export type Submission = {
  content: FiscalContent;
  xml: string;
  summary: string | null;
  trackId: string | null;
  securityCode: string;
};

export type Receipt = { isAccepted: boolean; messages: string };

/** A document that another taxpayer sent, by what DGII has of it. */
export type ReceivedDocument = { issuer: string; encf: string; buyer: string; amount: Cents; securityCode: string };

/**
 * Signs documents and brings them to DGII, with a certificate of the operator or through a provider. Calls throw
 * AuthorityError.
 */
export type FiscalAuthority = {
  /**
   * Signs a document that has a number. A provider sends it to DGII as well, and responds the same when it is asked again;
   * it may reject a document without signing it.
   */
  sign: (content: FiscalContent) => Promise<{ signature: Signature | null; verdict: Verdict | null }>;
  /** @param isRepeated whether the document may be there already: it never arrives twice */
  submit: (document: Submission, isRepeated: boolean) => Promise<Verdict>;
  /** Says that numbers are never used. */
  voidNumbers: (numbers: VoidedNumbers) => Promise<Receipt>;
  /** What concerns documents that other taxpayers sent. A provider receives them itself. */
  received?: {
    /** Whether DGII accepted a document with this number, amount and buyer. */
    isKnown: (document: ReceivedDocument) => Promise<boolean>;
    tellIssuer: (approval: Approval) => Promise<Receipt>;
    tellDgii: (approval: Approval) => Promise<Receipt>;
  };
};

/** A service did not respond, or responded with something else than it should. The message may be shown to the operator. */
export class AuthorityError extends Error {
  override name = 'AuthorityError';
}

const TIMEOUT_MS = 20_000;
const MAX_RESPONSE_BYTES = 64 * 1024;

type TaxResponse = { service: string; status: number; text: string };

/** @param service its name, as the operator reads it when it fails */
export async function callService(
  service: string,
  address: string,
  init: RequestInit = {},
  timeoutMs = TIMEOUT_MS,
): Promise<TaxResponse> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    const text = await readText(response.body, MAX_RESPONSE_BYTES);
    if (response.status >= 500) throw new AuthorityError(`${service} responded ${response.status}`);
    return { service, status: response.status, text };
  } catch (cause) {
    if (cause instanceof AuthorityError) throw cause;
    if (cause instanceof BodyTooLargeError) throw new AuthorityError(`${service} responded more than it should`);
    throw new AuthorityError(`${service} did not respond`, { cause });
  }
}

/** @throws AuthorityError for a status of 400 or more, and for another shape */
export function readResponse<T>(schema: z.ZodType<T>, { service, status, text }: TaxResponse): T {
  const rejection = () => new AuthorityError(`${service} responded ${status}: ${text.slice(0, 300)}`);
  if (status >= 400) throw rejection();
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof z.ZodError) throw rejection();
    throw cause;
  }
}

/** The form in which DGII and other taxpayers take a document. */
export function toForm(xml: string, name: string): FormData {
  const form = new FormData();
  form.append('xml', new Blob([xml], { type: 'text/xml' }), name);
  return form;
}

const tokenSchema = z.object({ token: z.string(), expira: z.coerce.date() });

/** Opens a session with a signed seed. @param addresses where the seed is, and where it is taken signed */
export async function logIn(service: string, addresses: { seed: string; validation: string }, key: FiscalKey) {
  const seed = await callService(service, addresses.seed);
  const body = toForm(signSeed(seed.text, key), 'semilla.xml');
  const { token, expira } = readResponse(
    tokenSchema,
    await callService(service, addresses.validation, { method: 'POST', body }),
  );
  return { token, expires: expira.getTime() };
}

const NAMESPACES =
  ' xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** Writes a seed again in canonical form, and signs it. */
export function signSeed(seed: string, key: FiscalKey): string {
  const [value, date] = ['valor', 'fecha'].map(
    (name) => new RegExp(`<${name}>([^<>]{1,2000})</${name}>`).exec(seed)?.[1],
  );
  if (value === undefined || date === undefined) throw new AuthorityError('The response has no seed');
  const document = `<SemillaModel${NAMESPACES}><valor>${value}</valor><fecha>${date}</fecha></SemillaModel>`;
  return signXml(document, key, NAMESPACES).xml;
}
