import { once } from 'node:events';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { removeOldRows } from './order-store.ts';
import { createSigningCertificate, type SigningCertificate } from './paypal/webhooks/certificate.ts';
import { startWebhookSender } from './paypal/webhooks/webhook-sender.ts';
import { createSimulatorApp } from './simulator-app.ts';
import { createSimulatorSettings } from './simulator-settings.ts';

/** The simulator is for this machine only, whatever the server listens on. */
const LOOPBACK = '127.0.0.1';
const MAX_CONNECTIONS = 1000;
const REQUEST_TIMEOUT_MS = 30_000;
const CLEANING_MS = 3_600_000;

export type PaymentSimulator = {
  /** The base address of both providers. */
  url: string;
  /** AZUL's second host. */
  contingencyUrl: string;
  close: () => Promise<void>;
};

export type PaymentSimulatorOptions = {
  sql: Sql;
  log: Logger;
  /** The web app's address, the only one to which the simulated AZUL returns. */
  appUrl: string;
  /** Where the simulated PayPal sends its webhooks: at this server itself, which trusts this simulator's certificate. */
  webhookUrl: string;
  /** A free one by default. */
  port?: number;
  contingencyPort?: number;
  now?: () => Date;
};

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

async function listen(fetch: Fetch, port: number): Promise<{ server: ServerType; url: string }> {
  const server = createAdaptorServer({ fetch, serverOptions: { requestTimeout: REQUEST_TIMEOUT_MS } });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The payment simulator has no port');
  return { server, url: `http://${LOOPBACK}:${address.port}` };
}

async function stopListening(server: ServerType): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
  await closed;
}

/**
 * Starts the simulated AZUL and PayPal, an HTTP server with both providers' contracts. What it stores is in the database, so
 * that it goes on after a restart and several servers have the same providers.
 * @throws the system's error when a port is taken
 */
export async function startPaymentSimulator(options: PaymentSimulatorOptions): Promise<PaymentSimulator> {
  const { sql, log, appUrl, webhookUrl, port = 0, contingencyPort = 0, now = () => new Date() } = options;
  const settings = createSimulatorSettings(sql, now);
  const stopping = new AbortController();
  let url = '';
  let certificate: Promise<SigningCertificate> | undefined;
  // Made when the first webhook needs it, as it takes a while. Every simulator has a key of its own, which is never stored.
  const getCertificate = () => {
    certificate ??= createSigningCertificate(new Date());
    return certificate;
  };
  const webhooks = startWebhookSender({ sql, log, settings, webhookUrl, getOrigin: () => url, getCertificate });
  const appOrigin = new URL(appUrl).origin;
  const app = createSimulatorApp({
    sql,
    log,
    settings,
    webhooks,
    getCertificate,
    appOrigin,
    stopping: stopping.signal,
  });
  const listening: ServerType[] = [];
  const close = async () => {
    stopping.abort();
    await Promise.all(listening.map(stopListening));
    await webhooks.close();
  };
  async function listenOn(wantedPort: number, isContingencyHost: boolean): Promise<string> {
    const opened = await listen((request, env) => app.fetch(request, { ...env, isContingencyHost }), wantedPort);
    listening.push(opened.server);
    return opened.url;
  }
  let contingencyUrl: string;
  try {
    url = await listenOn(port, false);
    contingencyUrl = await listenOn(contingencyPort, true);
  } catch (error) {
    await close();
    throw error;
  }
  const clean = () =>
    removeOldRows(sql).catch((error) => log.warn({ err: error }, 'old simulated payments were not removed'));
  let cleaning = clean();
  const timer = setInterval(() => {
    cleaning = clean();
  }, CLEANING_MS).unref();
  return {
    url,
    contingencyUrl,
    async close() {
      clearInterval(timer);
      await close();
      await cleaning;
    },
  };
}
