import { isValid } from 'date-fns/isValid';
import { type Context, Hono } from 'hono';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Logger } from 'pino';
import { format, parseTime } from '../../domain/days/country-time.ts';
import { isTaxId } from '../../domain/fiscal/tax-id.ts';
import { toStorable } from '../../supabase/functions/shared/http.ts';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { readClientNetworks } from '../../supabase-server/client-address.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { createRateLimiter, isWithinLimit } from '../../supabase-server/gotrue/limits/rate-limit.ts';
import { RATES } from '../http/public-paths.ts';
import { ThreadBusyError } from '../shared-thread.ts';
import { createDocumentReader, type ReadingResult } from './document-reader.ts';
import { buildAcknowledgement, type Rejection } from './fiscal-messages.ts';
import type { FiscalValues } from './read-signed.ts';
import { type FiscalKey, signXml } from './sign-xml.ts';

const SEED_SECONDS = 300;
const TOKEN_SECONDS = 3600;
const RETRY_AFTER_SECONDS = 5;

/** DGII writes days as '31-12-2026'. */
const DAY = /^(\d\d)-(\d\d)-(\d{4})$/;
const readDay = (text: string) => parseTime(DAY.test(text) ? text.replace(DAY, '$3-$2-$1') : '');
const AMOUNT = /^\d{1,12}(\.\d{1,2})?$/;
const ENCF = /^E(31|32|33|34|41|43|44|45|46|47)\d{10}$/;

/** Seeds and sessions: tokens that every server of this installation knows, as they are signed with its secret. */
function createTickets(secret: string, now: () => number) {
  const key = new TextEncoder().encode(`fiscal receiver ${secret}`);
  return {
    issue: (purpose: 'seed' | 'token', seconds: number) =>
      new SignJWT({ purpose, jti: crypto.randomUUID() })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(Math.floor(now() / 1000) + seconds)
        .sign(key),
    async isGood(purpose: 'seed' | 'token', ticket: string): Promise<boolean> {
      try {
        const { payload } = await jwtVerify(ticket, key, { algorithms: ['HS256'], currentDate: new Date(now()) });
        return payload.purpose === purpose;
      } catch (error) {
        if (error instanceof errors.JOSEError) return false;
        throw error;
      }
    },
  };
}

/** The key that signs acknowledgements, and the certificates (PEM) whose holders are believed; null: nobody is. */
export type FiscalReceiver = { key: FiscalKey; authorities: string | null };

type ReceiverOptions = {
  sql: Sql;
  receiver: FiscalReceiver;
  /** A secret of this installation. */
  secret: string;
  rateLimit: boolean;
  now?: (() => number) | undefined;
  onLimited?: ((limit: string) => void) | undefined;
  log?: Logger | undefined;
};

/** What the database made of a document or an approval. */
type Kept = 'kept' | 'duplicate' | 'unknown' | 'full';
type Signed = Exclude<ReadingResult, { signer: null }>;

/**
 * The services below /fe that every electronic issuer has to offer to the others. They open a session with a signed seed, and
 * send documents for this taxpayer and what they say of ours. What arrives is kept for the operator. Only what the holder of
 * a trusted certificate signed counts.
 */
export function createReceiverApi(options: ReceiverOptions) {
  const { sql, receiver, secret, rateLimit, now = Date.now, onLimited, log } = options;
  const tickets = createTickets(secret, now);
  const limiter = createRateLimiter(sql, rateLimit, onLimited);
  const reader = createDocumentReader(receiver.authorities, log);
  const app = new Hono<AppEnv>().basePath('/fe');

  app.onError((error, c) => {
    if (!(error instanceof ThreadBusyError)) throw error;
    if (error.cause !== undefined) c.get('log')?.error({ err: error }, 'a document of another taxpayer was not read');
    return c.json({ mensaje: 'Intente más tarde' }, error.status, { 'retry-after': `${RETRY_AFTER_SECONDS}` });
  });

  app.use(async function limitNetwork(c, next) {
    if (!(await isWithinLimit(limiter.consumeNetwork(RATES.fiscalReceiverByNetwork, c)))) {
      return c.json({ mensaje: 'Demasiadas solicitudes' }, 429);
    }
    await next();
  });

  /** What is no form is read as an empty text. */
  async function readUpload(c: Context<AppEnv>): Promise<ReadingResult & { xml: string }> {
    const { xml: file } = await c.req.parseBody().catch((error: unknown) => {
      if (error instanceof TypeError) return { xml: '' };
      throw error;
    });
    const xml = file instanceof File ? await file.text() : '';
    return { ...(await reader.read(readClientNetworks(c), { xml, now: now() })), xml };
  }

  app.get('/autenticacion/api/semilla', async (c) => {
    const seed = await tickets.issue('seed', SEED_SECONDS);
    const date = new Date(now()).toISOString();
    const xml = `<?xml version="1.0" encoding="utf-8"?><SemillaModel><valor>${seed}</valor><fecha>${date}</fecha></SemillaModel>`;
    return c.body(xml, 200, { 'content-type': 'application/xml' });
  });

  app.post('/autenticacion/api/validacioncertificado', async (c) => {
    const seed = await readUpload(c);
    if (seed.signer === null || !(await tickets.isGood('seed', seed.values.get('valor') ?? ''))) {
      return c.json({ mensaje: 'La semilla o su firma no es válida' }, 400);
    }
    const times = { expedido: new Date(now()), expira: new Date(now() + TOKEN_SECONDS * 1000) };
    return c.json({ token: await tickets.issue('token', TOKEN_SECONDS), ...times });
  });

  // Nobody's document is parsed before their session is known.
  app.use(async function requireToken(c, next) {
    const token = /^bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    if (!(await tickets.isGood('token', token))) return c.json({ mensaje: 'Se necesita una sesión' }, 401);
    await next();
  });

  async function readOwnNumber(): Promise<string> {
    const [row] = await sql<{ issuer: string | null }[]>`
      select regexp_replace(tax_number, '[^0-9]', '', 'g') as issuer from public.installation_settings`;
    return row?.issuer ?? '';
  }

  const readIds = (values: FiscalValues) => ({
    issuer: values.get('RNCEmisor') ?? '',
    encf: values.get('eNCF') ?? '',
    buyer: values.get('RNCComprador') ?? '',
  });
  const isNamed = ({ issuer, encf }: { issuer: string; encf: string }) => isTaxId(issuer) && ENCF.test(encf);

  const isDescribed = ({ root, values }: Signed, expected: string) =>
    root === expected &&
    isNamed(readIds(values)) &&
    AMOUNT.test(values.get('MontoTotal') ?? '') &&
    isValid(readDay(values.get('FechaEmision') ?? ''));

  async function keep(kind: 'document' | 'approval', received: Signed & { xml: string }): Promise<Kept> {
    const { signer, values, securityCode, xml } = received;
    const row = {
      security_code: securityCode,
      kind,
      ...readIds(values),
      signer: toStorable(signer),
      xml,
      amount: values.get('MontoTotal'),
      issuer_name: toStorable((values.get('RazonSocialEmisor') ?? '').slice(0, 150)) || null,
      issued_on: format(readDay(values.get('FechaEmision') ?? ''), 'yyyy-MM-dd'),
    };
    const [found] = await sql<{ outcome: Kept }[]>`select private.keep_fiscal_received(${sql.json(row)}) as outcome`;
    if (found === undefined) throw new Error('The database did not say what it kept');
    return found.outcome;
  }

  async function receive(document: ReadingResult & { xml: string }, buyer: string): Promise<Rejection | 'full' | null> {
    if (document.signer === null) return 'signature';
    if (!isDescribed(document, 'ECF')) return 'specification';
    if (readIds(document.values).buyer !== buyer) return 'buyer';
    const kept = await keep('document', document);
    return kept === 'full' || kept === 'duplicate' ? kept : null;
  }

  app.post('/recepcion/api/ecf', async (c) => {
    const document = await readUpload(c);
    const buyer = await readOwnNumber();
    const { issuer, encf } = readIds(document.signer === null ? document.claims : document.values);
    if (document.signer === null && !isNamed({ issuer, encf }))
      return c.json({ mensaje: 'La firma no es válida' }, 400);
    const rejection = await receive(document, buyer);
    if (rejection === 'full') return c.json({ mensaje: 'Demasiados comprobantes hoy' }, 429);
    const acknowledgement = buildAcknowledgement({ issuer, buyer, encf, rejection }, new Date(now()));
    return c.body(signXml(acknowledgement, receiver.key).xml, 200, { 'content-type': 'application/xml' });
  });

  app.post('/aprobacioncomercial/api/ecf', async (c) => {
    const document = await readUpload(c);
    const isOurs =
      document.signer !== null &&
      isDescribed(document, 'ACECF') &&
      readIds(document.values).issuer === (await readOwnNumber());
    const kept = isOurs ? await keep('approval', document) : 'unknown';
    if (kept === 'unknown') return c.json({ mensaje: 'La aprobación no es válida' }, 400);
    if (kept === 'full') return c.json({ mensaje: 'Demasiadas aprobaciones hoy' }, 429);
    return c.json({ mensaje: 'Recibida' });
  });
  return app;
}
