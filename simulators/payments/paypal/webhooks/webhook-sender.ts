import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { SimulatorSettings } from '../../simulator-settings.ts';
import type { SigningCertificate } from './certificate.ts';
import { type SignatureKind, signWebhook } from './webhook-signature.ts';

const POLL_MS = 1000;
const RESPONSE_TIMEOUT_MS = 10_000;
/** As PayPal: up to 25 times. */
const MAX_ATTEMPTS = 25;
const MAX_WAIT_SECONDS = 10_800;
const BATCH = 10;

type Delivery = { id: string; body: string; signature: SignatureKind; attempts: number };

export type WebhookSender = {
  /** Delivers what is due and waits for the responses. */
  deliverDue: () => Promise<void>;
  /** Delivers in the background what is due. */
  poke: () => void;
  /** Stops and waits for deliveries in progress. */
  close: () => Promise<void>;
};

type Options = {
  sql: Sql;
  log: Logger;
  settings: SimulatorSettings;
  webhookUrl: string;
  getOrigin: () => string;
  getCertificate: () => Promise<SigningCertificate>;
};

/** Sends PayPal's webhooks until the merchant responds with 2xx, each time after a longer wait. */
export function startWebhookSender(options: Options): WebhookSender {
  const { sql, log, settings, webhookUrl, getOrigin, getCertificate } = options;
  const closing = new AbortController();
  let isFailing = false;
  let running: Promise<void> | undefined;
  let mustRunAgain = false;

  /** The next attempt is set before this one is made, so that a simulator that ends meanwhile loses nothing. */
  const claim = (now: Date) => sql<Delivery[]>`
    update parqueo_server.simulated_webhooks set attempts = attempts + 1,
      due_at = ${now}::timestamptz + make_interval(secs => least(power(2, least(attempts, 20)), ${MAX_WAIT_SECONDS}))
    where id in (
      select id from parqueo_server.simulated_webhooks where due_at <= ${now}
      order by due_at, id limit ${BATCH} for update skip locked
    )
    returning id::text, body, signature, attempts`;

  async function isDelivered({ body, signature }: Delivery, now: Date): Promise<boolean> {
    const signed = signWebhook(body, signature, await getCertificate(), { origin: getOrigin(), now });
    try {
      const response = await fetch(webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'PayPal/AUHD-214.0', ...signed },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch (error) {
      log.debug({ err: error }, 'a simulated webhook was not delivered');
      return false;
    }
  }

  async function deliver(delivery: Delivery, now: Date): Promise<void> {
    const isOver = (await isDelivered(delivery, now)) || delivery.attempts >= MAX_ATTEMPTS;
    if (isOver) await sql`delete from parqueo_server.simulated_webhooks where id = ${delivery.id}`;
  }

  async function deliverAll(): Promise<void> {
    const { now } = await settings.load();
    while (!closing.signal.aborted) {
      const deliveries = await claim(now);
      if (deliveries.length === 0) return;
      await Promise.all(deliveries.map((delivery) => deliver(delivery, now)));
    }
  }

  async function run(): Promise<void> {
    try {
      do {
        mustRunAgain = false;
        await deliverAll();
      } while (mustRunAgain && !closing.signal.aborted);
      isFailing = false;
    } catch (error) {
      // Once, not every second.
      if (!isFailing) log.warn({ err: error }, 'simulated webhooks wait, as they could not be read');
      isFailing = true;
    } finally {
      running = undefined;
    }
  }

  function deliverDue(): Promise<void> {
    mustRunAgain = true;
    if (closing.signal.aborted) return Promise.resolve();
    running ??= run();
    return running;
  }

  const timer = setInterval(deliverDue, POLL_MS).unref();
  return {
    deliverDue,
    poke() {
      void deliverDue();
    },
    async close() {
      closing.abort();
      clearInterval(timer);
      await running;
    },
  };
}
