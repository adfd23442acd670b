import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Sql } from 'postgres';
import { isTaxId } from '../../domain/fiscal/tax-id.ts';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { AuthError } from '../../supabase-server/gotrue/auth-error.ts';
import { createRateLimiter, type Limit } from '../../supabase-server/gotrue/limits/rate-limit.ts';
import { buildAcknowledgement, type Refusal } from './ecf-xml.ts';
import { readSigned, type SignedDocument } from './read-signed.ts';
import { type FiscalKey, signXml } from './sign-xml.ts';

/** Some 150 lines of an invoice. Reading takes two milliseconds for each kilobyte, and others wait for it. */
const MAX_DOCUMENT_BYTES = 64 * 1024;
/** A seed with its signature and a certificate; whoever sends it has no session yet. */
const MAX_SEED_LENGTH = 12 * 1024;
const SEED_SECONDS = 300;
const TOKEN_SECONDS = 3600;
const BY_NETWORK: Limit = { name: 'fiscal-receiver-address', hits: 300, seconds: 300 };

const ENCF = /^E(31|32|33|34|41|43|44|45|46|47)\d{10}$/;

/** Texts that this server made, for a purpose and a time; every server with the same secret knows them. */
function createTickets(secret: string, now: () => number) {
  const sign = (content: string) => createHmac('sha256', secret).update(`fiscal receiver ${content}`).digest();
  return {
    issue(purpose: 'seed' | 'token', seconds: number): string {
      const content = `${purpose}.${now() + seconds * 1000}.${randomBytes(8).toString('hex')}`;
      return `${content}.${sign(content).toString('hex')}`;
    },
    isGood(purpose: 'seed' | 'token', ticket: string): boolean {
      const [content, signature] = [
        ticket.slice(0, ticket.lastIndexOf('.')),
        ticket.slice(ticket.lastIndexOf('.') + 1),
      ];
      const [given, expected] = [Buffer.from(signature, 'hex'), sign(content)];
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
      return isOurs && content.startsWith(`${purpose}.`) && Number(content.split('.')[1]) > now();
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
 * What whoever issues electronic documents has to offer others, below /fe: a session by a signed seed, documents that are
 * for this taxpayer, and what buyers say of ours. What arrives is kept for the operator, and acknowledged with a signature.
 */
export function createReceiverApi({ sql, key, secret, rateLimit, now = Date.now, onLimited }: ReceiverOptions) {
  const tickets = createTickets(secret, now);
  const limiter = createRateLimiter(sql, rateLimit, onLimited);
  const app = new Hono<AppEnv>().basePath('/fe');

  app.use(bodyLimit({ maxSize: MAX_DOCUMENT_BYTES }), async function limitNetwork(c, next) {
    try {
      await limiter.consumeNetwork(BY_NETWORK, c);
    } catch (error) {
      if (error instanceof AuthError) return c.json({ mensaje: 'Demasiadas solicitudes' }, 429);
      throw error;
    }
    await next();
  });

  app.get('/autenticacion/api/semilla', (c) => {
    const seed = tickets.issue('seed', SEED_SECONDS);
    const date = new Date(now()).toISOString();
    const xml = `<?xml version="1.0" encoding="utf-8"?><SemillaModel><valor>${seed}</valor><fecha>${date}</fecha></SemillaModel>`;
    return c.body(xml, 200, { 'content-type': 'application/xml' });
  });

  app.post('/autenticacion/api/validacioncertificado', async (c) => {
    const xml = await readUpload(c);
    const seed = xml.length > MAX_SEED_LENGTH ? null : readSigned(xml);
    if (seed === null || !tickets.isGood('seed', seed.read('valor'))) {
      return c.json({ mensaje: 'La semilla o su firma no es válida' }, 400);
    }
    const times = { expedido: new Date(now()), expira: new Date(now() + TOKEN_SECONDS * 1000) };
    return c.json({ token: tickets.issue('token', TOKEN_SECONDS), ...times });
  });

  app.use(async function requireToken(c, next) {
    const token = /^bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    if (!tickets.isGood('token', token)) return c.json({ mensaje: 'Se necesita una sesión' }, 401);
    await next();
  });

  async function readIssuer(): Promise<string> {
    const [row] = await sql<{ issuer: string | null }[]>`
      select regexp_replace(tax_number, '[^0-9]', '', 'g') as issuer from public.installation_settings`;
    return row?.issuer ?? '';
  }

  /** @returns false for one that is there already */
  async function keep(kind: 'document' | 'approval', document: SignedDocument, xml: string): Promise<boolean> {
    const [issuer, encf] = [document.read('RNCEmisor'), document.read('eNCF')];
    const rows = await sql`
      insert into public.fiscal_received (kind, issuer, encf, xml) values (${kind}, ${issuer}, ${encf}, ${xml})
      on conflict do nothing returning id`;
    return rows.length > 0;
  }

  const isDescribed = (document: SignedDocument, root: string) =>
    document.root === root && ENCF.test(document.read('eNCF')) && isTaxId(document.read('RNCEmisor'));

  app.post('/recepcion/api/ecf', async (c) => {
    const xml = await readUpload(c);
    const document = readSigned(xml);
    const buyer = await readIssuer();
    // Nobody knows whom to tell about a text without a good signature.
    if (document === null) return c.json({ mensaje: 'La firma no es válida' }, 400);
    let refusal: Refusal | null = null;
    if (!isDescribed(document, 'ECF')) refusal = 'specification';
    else if (document.read('RNCComprador') !== buyer) refusal = 'buyer';
    else if (!(await keep('document', document, xml))) refusal = 'duplicate';
    const acknowledgement = buildAcknowledgement(
      { issuer: document.read('RNCEmisor'), buyer, encf: document.read('eNCF'), refusal },
      new Date(now()),
    );
    return c.body(signXml(acknowledgement, key).xml, 200, { 'content-type': 'application/xml' });
  });

  app.post('/aprobacioncomercial/api/ecf', async (c) => {
    const xml = await readUpload(c);
    const document = readSigned(xml);
    const isOurs = document?.read('RNCEmisor') === (await readIssuer());
    if (document === null || !isDescribed(document, 'ACECF') || !isOurs) {
      return c.json({ mensaje: 'La aprobación no es válida' }, 400);
    }
    await keep('approval', document, xml);
    return c.json({ mensaje: 'Recibida' });
  });
  return app;
}
