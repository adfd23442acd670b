import * as z from 'zod';
import { type FiscalEnvironment, needsWholeDocument } from '../../domain/fiscal/fiscal-document.ts';
import { isLoopbackAddress, trimSlashes } from '../../supabase/functions/shared/variables.ts';
import {
  AuthorityError,
  callService,
  type FiscalAuthority,
  logIn,
  type Receipt,
  type ReceivedDocument,
  readResponse,
  type Submission,
  toForm,
  type Verdict,
} from './authority.ts';
import { buildEcf, buildSummary } from './ecf-xml.ts';
import type { FiscalContent } from './fiscal-content.ts';
import { type Approval, buildApproval, buildVoid, type VoidedNumbers } from './fiscal-messages.ts';
import { isPublicAddress } from './public-address.ts';
import { type FiscalKey, signXml } from './sign-xml.ts';

const TOKEN_RESERVE_MS = 60_000;

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
/** Of a document that DGII does not know, the codigo is 0 and the rest is missing. */
const stateSchema = z.object({
  codigo: z.coerce.number(),
  rncEmisor: z.string().nullish(),
  ncfElectronico: z.string().nullish(),
  montoTotal: z.coerce.number().nullish(),
  rncComprador: z.string().nullish(),
});
/** The response to an approval has one message or several. */
const approvalSchema = z.object({
  codigo: z.coerce.number(),
  mensaje: z.union([z.string(), z.array(z.string())]).nullish(),
});
const addressesSchema = z.object({ urlAceptacion: z.url().max(300), urlOpcional: z.string().nullish() });
const directorySchema = z
  .union([z.array(addressesSchema), addressesSchema])
  .transform((found) => (Array.isArray(found) ? found[0] : found));

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
  /** Both addresses have no path: https://ecf.dgii.gov.do and https://fc.dgii.gov.do. */
  url: string;
  consumerUrl: string;
  now?: () => number;
};

/** Opens a session with the operator's certificate. @throws AuthorityError */
export function logInToDgii({ environment, key, url }: Pick<Options, 'environment' | 'key' | 'url'>) {
  const login = `${url}/${environment}/autenticacion/api/autenticacion`;
  return logIn('DGII', { seed: `${login}/semilla`, validation: `${login}/validarsemilla` }, key);
}

/** Signs with the operator's certificate, and calls DGII's services as its technical description names them. */
export function createDgii({ environment, key, url, consumerUrl, now = Date.now }: Options): FiscalAuthority {
  const services = `${url}/${environment}`;
  let session: { token: string; expires: number } | undefined;

  async function openSession(): Promise<string> {
    session = await logInToDgii({ environment, key, url });
    return session.token;
  }

  /** Logs in where there is no session, and once more where DGII has forgotten it. */
  async function call(address: string, init: RequestInit = {}) {
    const send = async (token: string) =>
      callService('DGII', address, { ...init, headers: { authorization: `bearer ${token}` } });
    const isOpen = session !== undefined && session.expires - TOKEN_RESERVE_MS > now();
    const response = await send(isOpen && session !== undefined ? session.token : await openSession());
    return response.status === 401 ? send(await openSession()) : response;
  }

  function sign(content: FiscalContent) {
    // Whole seconds, as the document says them.
    const signedAt = new Date(Math.floor(now() / 1000) * 1000);
    const { xml, securityCode } = signXml(buildEcf(content, signedAt), key);
    const summary = needsWholeDocument(content)
      ? null
      : signXml(buildSummary(content, signedAt, securityCode), key).xml;
    return Promise.resolve({ signature: { xml, summary, securityCode, signedAt }, verdict: null });
  }

  function toVerdict(response: z.infer<typeof verdictSchema>, trackId: string | null): Verdict | null {
    if (response.codigo === IN_PROCESS) {
      if (trackId === null) throw new AuthorityError('DGII is still looking into it');
      return { outcome: 'sent', trackId };
    }
    const outcome = OUTCOMES[response.codigo];
    if (outcome === undefined) return null;
    return { outcome, messages: response.mensajes.join('\n'), isNumberSpent: response.secuenciaUtilizada ?? true };
  }

  /** A number that is used already is this document's own: it was sent before, and the response was lost. */
  async function settle(document: Submission, verdict: Verdict): Promise<Verdict> {
    if (verdict.outcome !== 'rejected' || !NUMBER_IS_USED.test(verdict.messages)) return verdict;
    // The environment of the certification has no service to ask.
    if (environment === 'certecf') return { ...verdict, outcome: 'accepted' };
    const known = await find({ ...document, trackId: null });
    if (known === null)
      throw new AuthorityError(`DGII says that ${document.content.encf} is used, and does not know it`);
    return known;
  }

  const askState = (rncemisor: string, ncfelectronico: string, rnccomprador: string, codigoseguridad: string) =>
    call(
      `${services}/consultaestado/api/consultas/estado?${new URLSearchParams({ rncemisor, ncfelectronico, rnccomprador, codigoseguridad })}`,
    );

  async function isKnown({ issuer, encf, buyer, amount, securityCode }: ReceivedDocument): Promise<boolean> {
    const response = await askState(issuer, encf, buyer, securityCode);
    const found = response.status === 404 ? null : readResponse(stateSchema, response);
    return (
      (OUTCOMES[found?.codigo ?? 0] ?? 'rejected') !== 'rejected' &&
      [found?.rncEmisor, found?.ncfElectronico, found?.rncComprador].join() === [issuer, encf, buyer].join() &&
      Math.round((found?.montoTotal ?? -1) * 100) === amount
    );
  }

  /** @returns null for a document that DGII does not know */
  async function find(document: Submission): Promise<Verdict | null> {
    const { content, trackId, securityCode } = document;
    if (trackId !== null) {
      const address = `${services}/consultaresultado/api/consultas/estado?trackid=${encodeURIComponent(trackId)}`;
      const verdict = toVerdict(readResponse(verdictSchema, await call(address)), trackId);
      return verdict && settle(document, verdict);
    }
    if (environment === 'certecf') return null;
    const { issuer, encf, buyer } = content;
    const response = await askState(issuer.taxNumber, encf, buyer?.taxNumber ?? '', securityCode);
    return response.status === 404 ? null : toVerdict(readResponse(verdictSchema, response), null);
  }

  async function submit(document: Submission, isRepeated: boolean): Promise<Verdict> {
    const known = isRepeated ? await find(document) : null;
    if (known !== null) return known;
    const { content, xml, summary } = document;
    const { issuer, encf } = content;
    const body = toForm(summary ?? xml, `${issuer.taxNumber}${encf}.xml`);
    if (needsWholeDocument(content)) {
      const response = await call(`${services}/recepcion/api/facturaselectronicas`, { method: 'POST', body });
      const { trackId, error, mensaje } = readResponse(receivedSchema, response);
      if (trackId) return { outcome: 'sent', trackId };
      throw new AuthorityError(`DGII did not receive ${encf}: ${error ?? mensaje ?? ''}`);
    }
    const address = `${consumerUrl}/${environment}/recepcionfc/api/recepcion/ecf`;
    const verdict = toVerdict(readResponse(verdictSchema, await call(address, { method: 'POST', body })), null);
    if (verdict === null) throw new AuthorityError(`DGII said nothing of ${encf}`);
    return settle(document, verdict);
  }

  async function voidNumbers(numbers: VoidedNumbers): Promise<Receipt> {
    const { xml } = signXml(buildVoid(numbers, new Date(now())), key);
    const address = `${services}/anulacionrangos/api/operaciones/anularrango`;
    const response = await call(address, { method: 'POST', body: toForm(xml, `${numbers.issuer}.xml`) });
    const { codigo, mensajes } = readResponse(verdictSchema, response);
    return { isAccepted: codigo === 1, messages: mensajes.join('\n') };
  }

  /** Signing an approval again makes the same text, as it holds the time of the decision. */
  const toApprovalForm = (approval: Approval) =>
    toForm(signXml(buildApproval(approval), key).xml, `${approval.buyer}${approval.encf}.xml`);

  /** The address that DGII's directory has of another taxpayer; null where it has none. */
  async function findIssuer(taxNumber: string) {
    if (environment === 'certecf') return null;
    const response = await call(
      `${services}/consultadirectorio/api/consultas/obtenerdirectorioporrnc?RNC=${taxNumber}`,
    );
    const found = response.status === 404 ? undefined : readResponse(directorySchema, response);
    if (found === undefined) return null;
    const address = trimSlashes(found.urlAceptacion);
    const isSimulated = isLoopbackAddress(address) && isLoopbackAddress(url);
    if (!isSimulated && !(await isPublicAddress(address))) {
      throw new AuthorityError('DGII’s directory has no public https address of the issuer');
    }
    return address;
  }

  async function tellIssuer(approval: Approval): Promise<Receipt> {
    const address = await findIssuer(approval.issuer);
    if (address === null) return { isAccepted: true, messages: 'DGII’s directory has no address of the issuer' };
    const service = `Issuer ${approval.issuer}`;
    const sessions = `${address}/fe/autenticacion/api`;
    const { token } = await logIn(
      service,
      { seed: `${sessions}/semilla`, validation: `${sessions}/validacioncertificado` },
      key,
    );
    const { status, text } = await callService(service, `${address}/fe/aprobacioncomercial/api/ecf`, {
      method: 'POST',
      body: toApprovalForm(approval),
      headers: { authorization: `bearer ${token}` },
    });
    const said = /"mensaje"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? text;
    return { isAccepted: status < 400, messages: status < 400 ? '' : said.slice(0, 300) };
  }

  async function tellDgii(approval: Approval): Promise<Receipt> {
    const address = `${services}/aprobacioncomercial/api/aprobacioncomercial`;
    const response = await call(address, { method: 'POST', body: toApprovalForm(approval) });
    const { codigo, mensaje } = readResponse(approvalSchema, response);
    return { isAccepted: codigo === 1, messages: [mensaje ?? ''].flat().join('\n') };
  }

  return { sign, submit, voidNumbers, received: { isKnown, tellIssuer, tellDgii } };
}
