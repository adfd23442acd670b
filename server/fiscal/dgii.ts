import * as z from 'zod';
import { type FiscalEnvironment, type FiscalType, WHOLE_FROM } from '../../domain/fiscal/fiscal-document.ts';
import type { Cents } from '../../domain/money/cents.ts';
import { type FiscalKey, signXml } from './sign-xml.ts';

/** A document that is to reach the authority. */
export type Submission = {
  type: FiscalType;
  encf: string;
  amount: Cents;
  xml: string;
  summary: string | null;
  trackId: string | null;
  securityCode: string;
  buyerTaxNumber: string | null;
};

/** What the authority says of a document. `sent`: it looks into it, and is asked again. */
export type Verdict =
  | { outcome: 'sent'; trackId: string }
  | { outcome: 'accepted' | 'conditional' | 'rejected'; messages: string; isNumberSpent: boolean };

/** The authority, or a provider that stands between it and the operator. Calls throw AuthorityError. */
export type FiscalAuthority = {
  submit: (issuer: string, document: Submission) => Promise<Verdict>;
  /** About a document that may have been sent before. @returns null when the authority does not know it */
  find: (issuer: string, document: Submission) => Promise<Verdict | null>;
  /** @returns what it says of numbers that are never used */
  voidNumbers: (issuer: string, xml: string) => Promise<{ isAccepted: boolean; messages: string }>;
};

/** The authority did not answer, or with what is no answer. The message may be shown to the operator. */
export class AuthorityError extends Error {
  override name = 'AuthorityError';
}

const TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const TOKEN_RESERVE_MS = 60_000;

const tokenSchema = z.object({ token: z.string(), expira: z.coerce.date() });
const messagesSchema = z
  .array(z.object({ valor: z.string().nullish(), codigo: z.coerce.string().nullish() }))
  .nullish()
  .transform((list) =>
    (list ?? []).map(({ valor, codigo }) => `${codigo ?? ''} ${valor ?? ''}`.trim()).filter(Boolean),
  );
const receivedSchema = z.object({
  trackId: z.string().nullish(),
  error: z.string().nullish(),
  mensaje: z.string().nullish(),
});
const verdictSchema = z.object({
  codigo: z.coerce.number(),
  secuenciaUtilizada: z.boolean().nullish(),
  mensajes: messagesSchema,
});

const OUTCOMES: Record<number, 'accepted' | 'conditional' | 'rejected'> = {
  1: 'accepted',
  2: 'rejected',
  4: 'conditional',
};
const IN_PROCESS = 3;
const NUMBER_IS_USED = /^1209\b/m;

type Options = {
  environment: FiscalEnvironment;
  key: FiscalKey;
  /** Without a path: https://ecf.dgii.gov.do and https://fc.dgii.gov.do. */
  url: string;
  consumerUrl: string;
  now?: () => number;
};

/** DGII's services, as its technical description names them. */
export function createDgii({ environment, key, url, consumerUrl, now = Date.now }: Options): FiscalAuthority {
  const services = `${url}/${environment}`;
  let session: { token: string; expires: number } | undefined;

  async function call(address: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
    try {
      const response = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
      const text = await response.text();
      if (text.length > MAX_ANSWER_BYTES) throw new AuthorityError('DGII answered more than it should');
      if (response.status >= 500) throw new AuthorityError(`DGII answered ${response.status}`);
      return { status: response.status, text };
    } catch (cause) {
      if (cause instanceof AuthorityError) throw cause;
      throw new AuthorityError('DGII did not answer', { cause });
    }
  }

  function parse<T>(schema: z.ZodType<T>, { status, text }: { status: number; text: string }): T {
    const rejection = () => new AuthorityError(`DGII answered ${status}: ${text.slice(0, 300)}`);
    if (status >= 400) throw rejection();
    try {
      return schema.parse(JSON.parse(text));
    } catch (cause) {
      if (cause instanceof SyntaxError || cause instanceof z.ZodError) throw rejection();
      throw cause;
    }
  }

  function toForm(xml: string, name: string): FormData {
    const form = new FormData();
    form.append('xml', new Blob([xml], { type: 'text/xml' }), name);
    return form;
  }

  async function logIn(): Promise<string> {
    const service = `${services}/autenticacion/api/autenticacion`;
    const seed = await call(`${service}/semilla`);
    const answer = await call(`${service}/validarsemilla`, {
      method: 'POST',
      body: toForm(signSeed(seed.text, key), 'semilla.xml'),
    });
    const { token, expira } = parse(tokenSchema, answer);
    session = { token, expires: expira.getTime() - TOKEN_RESERVE_MS };
    return token;
  }

  /** Logs in where there is no session, and once more where DGII has forgotten it. */
  async function callSignedIn(address: string, init: RequestInit = {}) {
    const send = async (token: string) => call(address, { ...init, headers: { authorization: `bearer ${token}` } });
    const answer = await send(session !== undefined && session.expires > now() ? session.token : await logIn());
    return answer.status === 401 ? send(await logIn()) : answer;
  }

  const isSummary = ({ type, amount }: Submission) => type === '32' && amount < WHOLE_FROM;

  function toVerdict(answer: z.infer<typeof verdictSchema>, trackId: string | null): Verdict | null {
    if (answer.codigo === IN_PROCESS) {
      if (trackId === null) throw new AuthorityError('DGII is still looking into it');
      return { outcome: 'sent', trackId };
    }
    const outcome = OUTCOMES[answer.codigo];
    if (outcome === undefined) return null;
    return { outcome, messages: answer.mensajes.join('\n'), isNumberSpent: answer.secuenciaUtilizada ?? true };
  }

  /** A number that is used already is this document's own: it was sent before, and the answer was lost. */
  async function settle(issuer: string, document: Submission, verdict: Verdict): Promise<Verdict> {
    if (verdict.outcome !== 'rejected' || !NUMBER_IS_USED.test(verdict.messages)) return verdict;
    // Nobody can be asked there.
    if (environment === 'certecf') return { ...verdict, outcome: 'accepted' };
    const known = await find(issuer, { ...document, trackId: null });
    if (known === null) throw new AuthorityError(`DGII says that ${document.encf} is used, and does not know it`);
    return known;
  }

  async function find(issuer: string, document: Submission): Promise<Verdict | null> {
    const { encf, trackId, securityCode, buyerTaxNumber } = document;
    if (trackId !== null) {
      const address = `${services}/consultaresultado/api/consultas/estado?trackid=${encodeURIComponent(trackId)}`;
      const verdict = toVerdict(parse(verdictSchema, await callSignedIn(address)), trackId);
      return verdict && settle(issuer, document, verdict);
    }
    // The environment of the certification does not say.
    if (environment === 'certecf') return null;
    const query = new URLSearchParams({
      rncemisor: issuer,
      ncfelectronico: encf,
      rnccomprador: buyerTaxNumber ?? '',
      codigoseguridad: securityCode,
    });
    const answer = await callSignedIn(`${services}/consultaestado/api/consultas/estado?${query}`);
    return answer.status === 404 ? null : toVerdict(parse(verdictSchema, answer), null);
  }

  async function submit(issuer: string, document: Submission): Promise<Verdict> {
    const name = `${issuer}${document.encf}.xml`;
    if (!isSummary(document)) {
      const body = toForm(document.xml, name);
      const answer = await callSignedIn(`${services}/recepcion/api/facturaselectronicas`, { method: 'POST', body });
      const { trackId, error, mensaje } = parse(receivedSchema, answer);
      if (trackId) return { outcome: 'sent', trackId };
      throw new AuthorityError(`DGII did not receive ${document.encf}: ${error ?? mensaje ?? ''}`);
    }
    const body = toForm(document.summary ?? document.xml, name);
    const address = `${consumerUrl}/${environment}/recepcionfc/api/recepcion/ecf`;
    const verdict = toVerdict(parse(verdictSchema, await callSignedIn(address, { method: 'POST', body })), null);
    if (verdict === null) throw new AuthorityError(`DGII said nothing of ${document.encf}`);
    return settle(issuer, document, verdict);
  }

  async function voidNumbers(issuer: string, xml: string) {
    const address = `${services}/anulacionrangos/api/operaciones/anularrango`;
    const answer = await callSignedIn(address, { method: 'POST', body: toForm(xml, `${issuer}.xml`) });
    const { codigo, mensajes } = parse(verdictSchema, answer);
    return { isAccepted: codigo === 1, messages: mensajes.join('\n') };
  }

  return { submit, find, voidNumbers };
}

const NAMESPACES =
  ' xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** Signs what DGII asks a caller to sign. It is written again in canonical form, with its two values. */
export function signSeed(seed: string, key: FiscalKey): string {
  const [value, date] = ['valor', 'fecha'].map(
    (name) => new RegExp(`<${name}>([^<>]{1,2000})</${name}>`).exec(seed)?.[1],
  );
  if (value === undefined || date === undefined) throw new AuthorityError('DGII answered no seed');
  const document = `<SemillaModel${NAMESPACES}><valor>${value}</valor><fecha>${date}</fecha></SemillaModel>`;
  return signXml(document, key, NAMESPACES).xml;
}
