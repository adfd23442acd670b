import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { readSigned, type SignedDocument } from '../server/fiscal/read-signed.ts';
import type { FiscalReceiver } from '../server/fiscal/receiver-api.ts';
import type { Sql } from '../supabase-server/connections/sql.ts';
import { createAuthority } from './certificates.ts';
import {
  createSimulatorApp,
  createTokens,
  dropConnection,
  listen,
  type SimulatorContext,
  serveFaults,
} from './simulator-server.ts';

/** What DGII can be made to do. A dropped response comes after the work is done. */
const FAULTS = [
  'host-down',
  'slow',
  'dropped-response',
  'reject-signature',
  'reject-content',
  'conditional',
  'token-expired',
  'inner-address',
] as const;
export type DgiiFault = (typeof FAULTS)[number];

const SLOW_MS = 25_000;
const TOKEN_SECONDS = 3600;

const ACCEPTED = 1;
const REJECTED = 2;
const CONDITIONAL = 4;
const STATES: Record<number, string> = { 1: 'Aceptado', 2: 'Rechazado', 3: 'En Proceso', 4: 'Aceptado Condicional' };

/** DGII takes no document with an empty element outside of its signature. */
const hasEmptyElement = (xml: string) => /<(\w+)><\/\1>|<\w+\/>/.test(xml.split('<Signature ', 1)[0] ?? '');

const read = ({ values }: SignedDocument, name: string) => values.get(name) ?? '';

export type DgiiSimulator = FiscalReceiver & { url: string; close: () => Promise<void> };

/**
 * Starts the simulated DGII, an HTTP server with its contract for issuers. What it receives is in the database, so that
 * several servers have the same authority.
 */
export async function startDgiiSimulator({ sql, log }: { sql: Sql; log: Logger }): Promise<DgiiSimulator> {
  const stopping = new AbortController();
  const tokens = createTokens(randomUUID(), TOKEN_SECONDS);
  const seeds = new Set<string>();
  let address = '';
  const app = createSimulatorApp(stopping.signal, (error) => log.error({ err: error }, 'the DGII simulator failed'));

  const hasFault = serveFaults(app, FAULTS, (faults) => {
    if (faults.includes('token-expired')) tokens.revokeAll();
  });
  app.use('/:environment/*', async function applyFaults(c, next) {
    if (hasFault('host-down')) return dropConnection(c);
    if (hasFault('slow')) await delay(SLOW_MS, undefined, { signal: stopping.signal, ref: false });
    await next();
    if (hasFault('dropped-response') && c.req.method === 'POST' && !c.req.path.includes('/autenticacion/')) {
      c.res = dropConnection(c);
    }
  });

  /** DGII's seed, and that of an issuer that is in its directory. */
  function respondSeed(c: SimulatorContext) {
    const value = randomUUID();
    seeds.add(value);
    // Pretty printed, with the attributes in no canonical order, and seven digits of seconds.
    const date = `${new Date().toISOString().slice(0, -1)}0000-04:00`;
    return c.body(
      `<?xml version="1.0" encoding="utf-8"?>\n<SemillaModel xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">\n  <valor>${value}</valor>\n  <fecha>${date}</fecha>\n</SemillaModel>`,
      200,
      { 'content-type': 'application/xml' },
    );
  }
  app.get('/:environment/autenticacion/api/autenticacion/semilla', respondSeed);
  app.get('/:environment/fe/autenticacion/api/semilla', respondSeed);

  async function readUpload(c: SimulatorContext): Promise<{ xml: string; name: string }> {
    const { xml } = await c.req.parseBody();
    return xml instanceof File ? { xml: await xml.text(), name: xml.name } : { xml: '', name: '' };
  }

  async function openSession(c: SimulatorContext) {
    const received = readSigned((await readUpload(c)).xml);
    if (received === null || !seeds.delete(read(received, 'valor'))) return c.json('La semilla no es válida', 400);
    const now = new Date();
    const expira = new Date(now.getTime() + TOKEN_SECONDS * 1000).toISOString();
    return c.json({ token: tokens.issue(now), expira, expedido: now.toISOString() });
  }
  app.post('/:environment/autenticacion/api/autenticacion/validarsemilla', openSession);
  app.post('/:environment/fe/autenticacion/api/validacioncertificado', openSession);

  app.use('/:environment/*', async function requireToken(c, next) {
    const token = /^bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    if (!tokens.isValid(token, new Date())) return c.json('Unauthorized', 401);
    await next();
  });

  type Decision = { verdict: number; message: string | null; isSpent: boolean; trackId: string };
  const reject = (message: string, isSpent: boolean): Decision => ({
    ...{ verdict: REJECTED, message, isSpent, trackId: randomUUID() },
  });

  /** Decides on a document as DGII does, and keeps it with its number. */
  async function receive({ xml, name }: { xml: string; name: string }, root: string): Promise<Decision> {
    const received = hasFault('reject-signature') ? null : readSigned(xml);
    if (received?.root !== root) return reject('Firma inválida', false);
    const [encf, issuer] = [read(received, 'eNCF'), read(received, 'RNCEmisor')];
    if (name !== `${issuer}${encf}.xml`) return reject('3243 El nombre del archivo no es válido', false);
    if (hasEmptyElement(xml) || !/^E(31|32|34)\d{10}$/.test(encf)) return reject('El XML no es válido', false);
    const modified = read(received, 'NCFModificado');
    const [total, tax] = [read(received, 'MontoTotal'), read(received, 'TotalITBIS') || '0'];
    return sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtext('simulated dgii'), hashtext(${encf}))`;
      const [known] = await tx`select from parqueo_server.simulated_fiscal_documents where encf = ${encf}`;
      if (known) return reject('1209 El e-NCF ya fue utilizado', true);
      if (modified !== '') {
        const [original] = await tx`
          select from parqueo_server.simulated_fiscal_documents where encf = ${modified} and verdict <> 2`;
        if (original === undefined) return reject('614 El e-NCF modificado no ha sido emitido', false);
      }
      const verdict = hasFault('reject-content') ? REJECTED : hasFault('conditional') ? CONDITIONAL : ACCEPTED;
      const message = verdict === ACCEPTED ? null : '2001 El monto no cuadra';
      const trackId = randomUUID();
      await tx`
        insert into parqueo_server.simulated_fiscal_documents (encf, track_id, verdict, message, total, tax)
        values (${encf}, ${trackId}, ${verdict}, ${message}, ${total}, ${tax})`;
      return { verdict, message, isSpent: true, trackId };
    });
  }

  const describe = ({ verdict, message, isSpent }: Omit<Decision, 'trackId'>) => ({
    codigo: verdict,
    estado: STATES[verdict],
    mensajes: message === null ? [] : [{ codigo: message.split(' ')[0], valor: message.split(' ').slice(1).join(' ') }],
    secuenciaUtilizada: isSpent,
  });

  /** Rejected documents that have used up no number, by their track. */
  const unnumbered = new Map<string, Decision>();

  app.post('/:environment/recepcion/api/facturaselectronicas', async (c) => {
    const decision = await receive(await readUpload(c), 'ECF');
    if (decision.verdict === REJECTED && !(await findByTrack(decision.trackId)))
      unnumbered.set(decision.trackId, decision);
    return c.json({ trackId: decision.trackId, error: null, mensaje: null });
  });
  app.post('/:environment/recepcionfc/api/recepcion/ecf', async (c) =>
    c.json(describe(await receive(await readUpload(c), 'RFCE'))),
  );

  type Row = { verdict: number; message: string | null };
  async function findByTrack(trackId: string): Promise<Row | undefined> {
    const [row] = await sql<Row[]>`
      select verdict, message from parqueo_server.simulated_fiscal_documents where track_id = ${trackId.slice(0, 64)}`;
    return row;
  }

  const describeFound = (found: Row | Decision | undefined) =>
    found === undefined ? { codigo: 0, estado: 'No encontrado', mensajes: [] } : describe({ isSpent: true, ...found });
  app.get('/:environment/consultaresultado/api/consultas/estado', async (c) => {
    const trackId = c.req.query('trackid') ?? '';
    return c.json(describeFound((await findByTrack(trackId)) ?? unnumbered.get(trackId)));
  });
  app.get('/:environment/consultaestado/api/consultas/estado', async (c) => {
    const encf = c.req.query('ncfelectronico') ?? '';
    const [row] = await sql<Row[]>`
      select verdict, message from parqueo_server.simulated_fiscal_documents where encf = ${encf.slice(0, 13)}`;
    return c.json(describeFound(row));
  });
  app.post('/:environment/anulacionrangos/api/operaciones/anularrango', async (c) => {
    const received = readSigned((await readUpload(c)).xml);
    const isGood =
      received?.root === 'ANECF' &&
      /^(\d{9}|\d{11})$/.test(read(received, 'RncEmisor')) &&
      read(received, 'SecuenciaeNCFDesde') <= read(received, 'SecuenciaeNCFHasta');
    return c.json(
      describe({ verdict: isGood ? ACCEPTED : REJECTED, message: isGood ? null : 'Firma inválida', isSpent: true }),
    );
  });

  /** What a buyer says of a document: to DGII, and to an issuer that the simulator plays as well. */
  async function readApproval(c: SimulatorContext): Promise<boolean> {
    const { xml, name } = await readUpload(c);
    const received = readSigned(xml);
    if (received?.root !== 'ACECF' || hasEmptyElement(xml)) return false;
    const hasReason = read(received, 'DetalleMotivoRechazo') !== '';
    return (
      name === `${read(received, 'RNCComprador')}${read(received, 'eNCF')}.xml` &&
      read(received, 'Estado') === (hasReason ? '2' : '1') &&
      /^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/.test(read(received, 'FechaHoraAprobacionComercial'))
    );
  }
  app.get('/:environment/consultadirectorio/api/consultas/obtenerdirectorioporrnc', (c) => {
    const base = hasFault('inner-address') ? 'https://10.0.0.1' : `${address}/${c.req.param('environment')}`;
    const rnc = c.req.query('RNC');
    return c.json([{ nombre: 'EMISOR DE PRUEBA', rnc, urlRecepcion: base, urlAceptacion: base, urlOpcional: base }]);
  });
  app.post('/:environment/fe/aprobacioncomercial/api/ecf', async (c) => {
    return c.json({}, (await readApproval(c)) ? 200 : 400);
  });
  app.post('/:environment/aprobacioncomercial/api/aprobacioncomercial', async (c) => {
    const isGood = (await readApproval(c)) && !hasFault('reject-content');
    const mensaje = isGood ? 'Aprobación comercial recibida' : 'La aprobación no es válida';
    return c.json({ mensaje: [mensaje], estado: mensaje, codigo: isGood ? '01' : '02' });
  });

  const authority = await createAuthority('DGII simulator');
  const listening = await listen(app);
  address = listening.url;
  return {
    url: listening.url,
    key: await authority.issue('DGII simulator'),
    authorities: authority.pem,
    async close() {
      stopping.abort();
      await listening.close();
    },
  };
}
