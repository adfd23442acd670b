import { randomBytes, randomUUID, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Logger } from 'pino';
import { workOnQueue } from '../../supabase/functions/shared/work-on-queue.ts';
import type { Sql, TransactionSql } from '../../supabase-server/connections/sql.ts';
import type { SigningCertificate } from '../certificates.ts';
import { type Fault, readClock, type Settings } from './faults.ts';
import { SIMULATED_PAYPAL } from './merchant.ts';

export const CERTIFICATES_PATH = '/v1/notifications/certs';

type Signing = { certificate: SigningCertificate; origin: string; now: Date; isGood: boolean };

/** PayPal signs the checksum of the body, as an unsigned decimal number. */
function signWebhook(body: string, { certificate, origin, now, isGood }: Signing): Record<string, string> {
  const id = randomUUID();
  const time = now.toISOString();
  const text = [id, time, SIMULATED_PAYPAL.webhookId, crc32(isGood ? body : `${body} `)].join('|');
  return {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': `${origin}${CERTIFICATES_PATH}/${certificate.id}`,
    'paypal-transmission-id': id,
    'paypal-transmission-sig': sign('sha256', Buffer.from(text), certificate.privateKey).toString('base64'),
    'paypal-transmission-time': time,
  };
}

type Event = { type: string; resource: object; at: Date };

const LATE_MS = 60_000;
const OUT_OF_ORDER_MS = 5000;

/** Stores a webhook in the transaction of what it tells; the sender delivers it afterwards. */
export async function queueWebhook(tx: TransactionSql, { type, resource, at }: Event, faults: Fault[]): Promise<void> {
  const has = (fault: Fault) => faults.includes(fault);
  if (has('webhook-never')) return;
  const body = JSON.stringify({
    id: `WH-${randomBytes(18).toString('hex').toUpperCase()}`,
    event_version: '1.0',
    create_time: at.toISOString(),
    event_type: type,
    resource,
  });
  // The approval, which others follow, comes after the capture.
  const isOvertaken = has('webhook-out-of-order') && type === 'CHECKOUT.ORDER.APPROVED';
  const wait = (has('webhook-late') ? LATE_MS : 0) + (isOvertaken ? OUT_OF_ORDER_MS : 0);
  const signature = has('webhook-bad-signature') ? 'bad' : 'good';
  const delivery = { body, signature, due_at: new Date(at.getTime() + wait) };
  await tx`insert into parqueo_server.simulated_webhooks ${tx(has('webhook-duplicated') ? [delivery, delivery] : [delivery])}`;
}

const POLL_MS = 1000;
const RESPONSE_TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 25;

type Delivery = { id: string; body: string; signature: 'good' | 'bad'; attempts: number };
type Options = {
  sql: Sql;
  log: Logger;
  settings: Settings;
  webhookUrl: string;
  getOrigin: () => string;
  certificate: SigningCertificate;
};

export type WebhookSender = ReturnType<typeof startWebhookSender>;

/** Sends PayPal's webhooks until the merchant responds with 2xx, each time after a longer wait of up to three hours. */
export function startWebhookSender(options: Options) {
  const { sql, log, settings, webhookUrl, getOrigin, certificate } = options;
  const closing = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  /** The next attempt is set before this one is made, so that a simulator that ends meanwhile loses nothing. */
  const claim = (most: number) => {
    const now = readClock(settings);
    return sql<Delivery[]>`
      update parqueo_server.simulated_webhooks set attempts = attempts + 1,
        due_at = ${now}::timestamptz + make_interval(secs => least(power(2, least(attempts, 20)), 10800))
      where id in (
        select id from parqueo_server.simulated_webhooks where due_at <= ${now}
        order by due_at, id limit ${most} for update skip locked
      )
      returning id::text, body, signature, attempts`;
  };
  const remove = async (id: string) => {
    await sql`delete from parqueo_server.simulated_webhooks where id = ${id}`;
  };

  const deliverDue = () =>
    workOnQueue({
      claim,
      async handle({ id, body, signature }) {
        const content = { certificate, origin: getOrigin(), now: readClock(settings), isGood: signature === 'good' };
        const response = await fetch(webhookUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...signWebhook(body, content) },
          body,
          redirect: 'manual',
          signal: AbortSignal.any([closing.signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
        });
        await response.body?.cancel();
        if (!response.ok) throw new Error(`The merchant responded ${response.status}`);
        await remove(id);
      },
      async fail({ id, attempts }, error) {
        log.debug({ err: error }, 'a simulated webhook was not delivered');
        if (attempts >= MAX_ATTEMPTS) await remove(id);
      },
      signal: closing.signal,
    }).catch((error: unknown) => log.warn({ err: error }, 'simulated webhooks wait, as they could not be read'));

  const deliver = () => {
    running = running.then(deliverDue);
    return running;
  };
  const timer = setInterval(deliver, POLL_MS).unref();
  return {
    deliver,
    async close() {
      closing.abort();
      clearInterval(timer);
      await running;
    },
  };
}
