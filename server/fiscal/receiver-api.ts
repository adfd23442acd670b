import { isValid } from 'date-fns/isValid';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { errors, jwtVerify, SignJWT } from 'jose';
import { format, parseTime } from '../../domain/days/country-time.ts';
import { isTaxId } from '../../domain/fiscal/tax-id.ts';
import { toStorable } from '../../supabase/functions/shared/http.ts';
import type { AppEnv } from '../../supabase-server/caller.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { createRateLimiter, type Limit } from '../../supabase-server/gotrue/limits/rate-limit.ts';
import { isWithinLimit } from '../limit-request.ts';
import { buildAcknowledgement, type Rejection } from './fiscal-messages.ts';
import { readSigned, type SignedDocument } from './read-signed.ts';
import { type FiscalKey, signXml } from './sign-xml.ts';

/** An invoice of about 150 lines. Reading a kilobyte takes two milliseconds, in which the server does nothing else. */
const MAX_DOCUMENT_BYTES = 64 * 1024;
/** A signed seed with its certificate. Strangers send it, as it opens their session. */
const MAX_SEED_LENGTH = 12 * 1024;
const SEED_SECONDS = 300;
const TOKEN_SECONDS = 3600;
const BY_NETWORK: Limit = { name: 'fiscal-receiver-address', hits: 300, seconds: 300 };

/** DGII writes days as '31-12-2026'. */
const readDay = (document: SignedDocument) => parseTime(document.read('FechaEmision').split('-').reverse().join('-'));
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

async function readUpload(c: Context<AppEnv>): Promise<string> {
  const { xml } = await c.req.parseBody();
  return xml instanceof File ? xml.text() : '';
}

type ReceiverOptions = {
  sql: Sql;
  key: FiscalKey;
  /** A secret of this installation. */
  secret: string;
  rateLimit: boolean;
  now?: (() => number) | undefined;
  onLimited?: ((limit: string) => void) | undefined;
};

/**
 * The services below /fe that every electronic issuer has to offer to the others. They open a session with a signed seed, and
 * send documents for this taxpayer and what they say of ours. What arrives is kept for the operator.
 */
export function createReceiverApi({ sql, key, secret, rateLimit, now = Date.now, onLimited }: ReceiverOptions) {
  const tickets = createTickets(secret, now);
  const limiter = createRateLimiter(sql, rateLimit, onLimited);
  const app = new Hono<AppEnv>().basePath('/fe');

  app.use(bodyLimit({ maxSize: MAX_DOCUMENT_BYTES }), async function limitNetwork(c, next) {
    if (!(await isWithinLimit(limiter.consumeNetwork(BY_NETWORK, c)))) {
      return c.json({ mensaje: 'Demasiadas solicitudes' }, 429);
    }
    await next();
  });

  app.get('/autenticacion/api/semilla', async (c) => {
    const seed = await tickets.issue('seed', SEED_SECONDS);
    const date = new Date(now()).toISOString();
    const xml = `<?xml version="1.0" encoding="utf-8"?><SemillaModel><valor>${seed}</valor><fecha>${date}</fecha></SemillaModel>`;
    return c.body(xml, 200, { 'content-type': 'application/xml' });
  });

  app.post('/autenticacion/api/validacioncertificado', async (c) => {
    const xml = await readUpload(c);
    const seed = xml.length > MAX_SEED_LENGTH ? null : readSigned(xml);
    if (seed === null || !(await tickets.isGood('seed', seed.read('valor')))) {
      return c.json({ mensaje: 'La semilla o su firma no es válida' }, 400);
    }
    const times = { expedido: new Date(now()), expira: new Date(now() + TOKEN_SECONDS * 1000) };
    return c.json({ token: await tickets.issue('token', TOKEN_SECONDS), ...times });
  });

  app.use(async function requireToken(c, next) {
    const token = /^bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    if (!(await tickets.isGood('token', token))) return c.json({ mensaje: 'Se necesita una sesión' }, 401);
    await next();
  });

  async function readIssuer(): Promise<string> {
    const [row] = await sql<{ issuer: string | null }[]>`
      select regexp_replace(tax_number, '[^0-9]', '', 'g') as issuer from public.installation_settings`;
    return row?.issuer ?? '';
  }

  /** @returns false for one that is there already */
  async function keep(kind: 'document' | 'approval', document: SignedDocument, xml: string): Promise<boolean> {
    const row = {
      ...{
        kind,
        issuer: document.read('RNCEmisor'),
        encf: document.read('eNCF'),
        buyer: document.read('RNCComprador'),
      },
      issuer_name: toStorable(document.read('RazonSocialEmisor')).slice(0, 150) || null,
      issued_on: format(readDay(document), 'yyyy-MM-dd'),
      ...{ amount: document.read('MontoTotal'), xml },
    };
    const rows = await sql`insert into public.fiscal_received ${sql(row)} on conflict do nothing returning id`;
    return rows.length > 0;
  }

  const isDescribed = (document: SignedDocument, root: string) =>
    document.root === root &&
    ENCF.test(document.read('eNCF')) &&
    isTaxId(document.read('RNCEmisor')) &&
    AMOUNT.test(document.read('MontoTotal')) &&
    isValid(readDay(document));

  app.post('/recepcion/api/ecf', async (c) => {
    const xml = await readUpload(c);
    const document = readSigned(xml);
    const buyer = await readIssuer();
    // Without a good signature nobody knows who sent it, so it gets no acknowledgement.
    if (document === null) return c.json({ mensaje: 'La firma no es válida' }, 400);
    let rejection: Rejection | null = null;
    if (!isDescribed(document, 'ECF')) rejection = 'specification';
    else if (document.read('RNCComprador') !== buyer) rejection = 'buyer';
    else if (!(await keep('document', document, xml))) rejection = 'duplicate';
    const acknowledgement = buildAcknowledgement(
      { issuer: document.read('RNCEmisor'), buyer, encf: document.read('eNCF'), rejection },
      new Date(now()),
    );
    return c.body(signXml(acknowledgement, key).xml, 200, { 'content-type': 'application/xml' });
  });

  app.post('/aprobacioncomercial/api/ecf', async (c) => {
    const xml = await readUpload(c);
    const document = readSigned(xml);
    const isOurs = document?.read('RNCEmisor') === (await readIssuer());
    if (document === null || !isOurs || !isDescribed(document, 'ACECF') || !isTaxId(document.read('RNCComprador'))) {
      return c.json({ mensaje: 'La aprobación no es válida' }, 400);
    }
    await keep('approval', document, xml);
    return c.json({ mensaje: 'Recibida' });
  });
  return app;
}
