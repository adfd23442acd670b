import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Sql } from '../supabase-server/connections/sql.ts';
import { createAuthority, type IssuedKey } from './certificates.ts';
import {
  createDocuments,
  hasEmptyElement,
  type ReadSigned,
  readText,
  type Upload,
  voidRange,
} from './dgii-documents.ts';
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

export type DgiiSimulator = {
  url: string;
  /** The key of the taxpayer, and the certificates (PEM) of the authority that issued it. */
  key: IssuedKey;
  authorities: string;
  close: () => Promise<void>;
};

type Options = { sql: Sql; readSigned: ReadSigned; log: Logger };

/**
 * Starts the simulated DGII, an HTTP server with its contract for issuers. What it receives is in the database, so that
 * several servers have the same authority.
 */
export async function startDgiiSimulator({ sql, readSigned, log }: Options): Promise<DgiiSimulator> {
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

  async function readUpload(c: SimulatorContext): Promise<Upload> {
    const { xml } = await c.req.parseBody();
    return xml instanceof File ? { xml: await xml.text(), name: xml.name } : { xml: '', name: '' };
  }

  async function openSession(c: SimulatorContext) {
    const received = readSigned((await readUpload(c)).xml);
    if (received === null || !seeds.delete(readText(received, 'valor'))) return c.json('La semilla no es válida', 400);
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

  const documents = createDocuments({ sql, readSigned, hasFault });
  app.post('/:environment/recepcion/api/facturaselectronicas', async (c) =>
    c.json({ trackId: await documents.receive(await readUpload(c)), error: null, mensaje: null }),
  );
  app.post('/:environment/recepcionfc/api/recepcion/ecf', async (c) =>
    c.json(await documents.receiveSummary(await readUpload(c))),
  );
  app.get('/:environment/consultaresultado/api/consultas/estado', async (c) =>
    c.json(await documents.describeTrack(c.req.query('trackid') ?? '')),
  );
  app.get('/:environment/consultaestado/api/consultas/estado', async (c) =>
    c.json(await documents.describeNumber(c.req.query())),
  );
  app.post('/:environment/anulacionrangos/api/operaciones/anularrango', async (c) =>
    c.json(voidRange(readSigned((await readUpload(c)).xml))),
  );

  /** What a buyer says of a document: to DGII, and to an issuer that the simulator plays as well. */
  async function readApproval(c: SimulatorContext): Promise<boolean> {
    const { xml, name } = await readUpload(c);
    const received = readSigned(xml);
    if (received?.root !== 'ACECF' || hasEmptyElement(xml)) return false;
    const hasReason = readText(received, 'DetalleMotivoRechazo') !== '';
    return (
      name === `${readText(received, 'RNCComprador')}${readText(received, 'eNCF')}.xml` &&
      readText(received, 'Estado') === (hasReason ? '2' : '1') &&
      /^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/.test(readText(received, 'FechaHoraAprobacionComercial'))
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
