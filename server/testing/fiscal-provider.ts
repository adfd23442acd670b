import { X509Certificate } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { format } from '../../domain/days/country-time.ts';
import { FISCAL_TIME } from '../../domain/fiscal/fiscal-document.ts';
import { createSigningCertificate } from '../../simulators/certificates.ts';
import {
  createSimulatorApp,
  dropConnection,
  listen,
  readJson,
  serveFaults,
} from '../../simulators/simulator-server.ts';
import { signXml } from '../fiscal/sign-xml.ts';

/** What a provider can be made to do. A dropped response comes after the work is done. */
const FAULTS = [
  'host-down',
  'slow',
  'dropped-response',
  'error-500',
  'reject-unsigned',
  'reject-content',
  'conditional',
  'in-process',
  'waiting',
  'wrong-document',
] as const;
export type ProviderFault = (typeof FAULTS)[number];

const requestSchema = z.strictObject({
  type: z.enum(['31', '32', '34']),
  issuer: z.string().regex(/^(\d{9}|\d{11})$/),
  xml: z.string().max(20_000),
});
const voidSchema = z.strictObject({ issuer: z.string(), xml: z.string().startsWith('<ANECF>') });

const SLOW_MS = 25_000;

type Signed = { xml: string; securityCode: string; signedAt: string };
type Known = { state: string; messages: string[]; numberSpent: boolean; signed: Signed | null };

/**
 * Starts a simulated provider of electronic invoicing, with the contract of docs/fiscal.md. Each number is signed once, however
 * often it is handed over.
 */
export async function startProviderSimulator() {
  const stopping = new AbortController();
  const apiKey = 'simulated-provider-key-of-no-value';
  const certificate = await createSigningCertificate('Provider simulator');
  const key = { certificate: new X509Certificate(certificate.pem), privateKey: certificate.privateKey };
  const documents = new Map<string, Known>();
  const app = createSimulatorApp(stopping.signal);

  const hasFault = serveFaults(app, FAULTS);
  app.use('/:environment/*', async function applyFaults(c, next) {
    if (hasFault('host-down')) return dropConnection(c);
    if (hasFault('error-500')) return c.json({}, 500);
    if (hasFault('slow')) await delay(SLOW_MS, undefined, { signal: stopping.signal, ref: false });
    if (c.req.header('authorization') !== `Bearer ${apiKey}`) return c.json({ error: 'Unknown key' }, 401);
    await next();
    if (hasFault('dropped-response') && c.req.method === 'PUT') c.res = dropConnection(c);
  });

  function decide(xml: string): Known {
    const reject = (message: string) => ({ state: 'rejected', messages: [message], numberSpent: false, signed: null });
    if (hasFault('reject-unsigned')) return reject('El XML no es válido');
    const modified = /<NCFModificado>(\w+)</.exec(xml)?.[1];
    if (modified !== undefined && !documents.has(modified)) return reject('614 El e-NCF modificado no ha sido emitido');
    const now = new Date(Math.floor(Date.now() / 1000) * 1000);
    // The provider puts in its own time of signing.
    const dated = xml.replace(/(?<=<FechaHoraFirma>)[^<]*/, format(now, FISCAL_TIME));
    const changed = hasFault('wrong-document') ? dated.replace(/(?<=<MontoTotal>)[^<]*/, '1.00') : dated;
    const signed = { ...signXml(changed, key), signedAt: now.toISOString() };
    if (hasFault('reject-content')) {
      return { state: 'rejected', messages: ['2001 El monto no cuadra'], numberSpent: true, signed };
    }
    const messages = hasFault('conditional') ? ['2001 El monto no cuadra'] : [];
    return { state: messages.length > 0 ? 'conditional' : 'accepted', messages, numberSpent: true, signed };
  }

  /** The decision is kept from the caller while one of these faults is on. */
  function describe(known: Known): Known {
    if (hasFault('in-process')) return { ...known, state: 'in_process' };
    return hasFault('waiting') ? { ...known, state: 'waiting' } : known;
  }

  app.put('/:environment/documents/:encf', async (c) => {
    const encf = c.req.param('encf');
    const parsed = requestSchema.safeParse(await readJson(c));
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400);
    const { type, issuer, xml } = parsed.data;
    const isComplete = [`<eNCF>${encf}<`, `<TipoeCF>${type}<`, `<RNCEmisor>${issuer}<`].every((part) =>
      xml.includes(part),
    );
    if (!isComplete || xml.includes('<Signature')) return c.json({ error: 'The XML is of another document' }, 400);
    const known = documents.get(encf) ?? decide(xml);
    // A number that is not spent may come again.
    if (known.numberSpent) documents.set(encf, known);
    return c.json(describe(known));
  });
  app.get('/:environment/documents/:encf', (c) => {
    const known = documents.get(c.req.param('encf'));
    return known === undefined ? c.json({ error: 'Unknown' }, 404) : c.json(describe(known));
  });
  app.put('/:environment/voids/:numbers', async (c) => {
    const isGood = voidSchema.safeParse(await readJson(c)).success;
    return c.json({ accepted: isGood, messages: isGood ? [] : ['El XML no es válido'] });
  });

  const { url, close } = await listen(app);
  return {
    url,
    apiKey,
    documents,
    async close() {
      stopping.abort();
      await close();
    },
  };
}
