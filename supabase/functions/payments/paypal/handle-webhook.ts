import * as z from 'zod';
import { toStorable } from '../../lock-proxy/to-storable.ts';
import { ProviderError } from '../call-provider.ts';
import type { Payment } from '../payment.ts';
import type { PaymentStore } from '../payment-store.ts';
import type { PayPalOrders } from './orders.ts';
import { recordDispute, recordRefunds } from './record-reversals.ts';
import { readTransmission, type VerifyWebhook, type WebhookVerdict } from './webhook-signature.ts';

const HOUR_LENGTH = '2026-11-22T00'.length;

const id = z.string().min(1).max(64);
const eventSchema = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string().min(1).max(80),
  resource: z.object({
    id: id.optional().catch(undefined),
    dispute_id: id.optional().catch(undefined),
    custom_id: z.string().optional().catch(undefined),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: id.optional() }).optional() })
      .optional()
      .catch(undefined),
    disputed_transactions: z
      .array(z.object({ custom: z.string().optional() }))
      .optional()
      .catch(undefined),
  }),
});

type WebhookEvent = z.infer<typeof eventSchema>;

const uuidSchema = z.guid();

/** A webhook that was verified is about this payment, which PayPal has to be asked about. */
export type WebhookResult = { kind: 'rejected' | 'retry-later' | 'done' } | { kind: 'verified'; payment: Payment };

type Dependencies = { orders: PayPalOrders; store: PaymentStore; verify: VerifyWebhook; now: number };

function parseEvent(body: Uint8Array): WebhookEvent | null {
  try {
    return eventSchema.safeParse(JSON.parse(new TextDecoder().decode(body))).data ?? null;
  } catch {
    return null;
  }
}

async function findPayment({ event_type: type, resource }: WebhookEvent, store: PaymentStore): Promise<Payment | null> {
  const order = type.startsWith('CHECKOUT.ORDER.') ? resource.id : resource.supplementary_data?.related_ids?.order_id;
  const byOrder = order === undefined ? null : await store.find('paypal', order);
  if (byOrder !== null) return byOrder;
  const custom = uuidSchema.safeParse(resource.custom_id ?? resource.disputed_transactions?.[0]?.custom);
  const byId = custom.success ? await store.read(custom.data) : null;
  return byId?.provider === 'paypal' ? byId : null;
}

/** Money that PayPal takes back: PayPal is asked how the dispute stands, or what was refunded. */
async function recordReversals(event: WebhookEvent, payment: Payment | null, { orders, store }: Dependencies) {
  const { event_type: type, resource } = event;
  const { dispute_id: dispute = resource.id } = resource;
  const isDispute = type.startsWith('CUSTOMER.DISPUTE.');
  const isRefund = type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED';
  let isRecorded = true;
  try {
    if (isDispute && dispute !== undefined) isRecorded = await recordDispute(dispute, { orders, store });
    else if (isRefund && payment?.providerOrder)
      isRecorded = await recordRefunds(payment.providerOrder, { orders, store });
  } catch (error) {
    // The app at PayPal may not read disputes.
    if (!(error instanceof ProviderError) || error.failure !== 'rejected') throw error;
    isRecorded = false;
  }
  if (isRecorded) return;
  const providerOrder = payment?.providerOrder ?? dispute ?? null;
  const kind = isDispute ? 'dispute' : 'refunded-there';
  const detail = `${type} ${dispute ?? ''}`;
  await store.recordDifference({ provider: 'paypal', kind, payment: payment?.id ?? null, providerOrder, detail });
}

async function recordForged(store: PaymentStore, now: number): Promise<void> {
  const hour = new Date(now).toISOString().slice(0, HOUR_LENGTH);
  // Anybody can send such requests, so one is kept for each hour, and nothing of what it says.
  const event = { id: `forged ${hour}`, payment: null, kind: 'webhook-forged', body: '' };
  if (!(await store.addEvent({ provider: 'paypal', ...event }))) return;
  const detail = `A webhook was not signed by PayPal for PAYPAL_WEBHOOK_ID (${hour})`;
  await store.recordDifference({
    provider: 'paypal',
    kind: 'bad-signature',
    payment: null,
    providerOrder: null,
    detail,
  });
}

/**
 * Checks and records a webhook. What it says is not believed in detail: webhooks come late and out of order, so PayPal is
 * asked how the payment is now.
 */
export async function handleWebhook(
  headers: Headers,
  body: Uint8Array,
  dependencies: Dependencies,
): Promise<WebhookResult> {
  const { store, verify, now } = dependencies;
  const transmission = readTransmission(headers);
  const verdict: WebhookVerdict = transmission === null ? 'forged' : await verify(transmission, body);
  if (verdict === 'unknown') return { kind: 'retry-later' };
  if (verdict === 'forged') {
    await recordForged(store, now);
    return { kind: 'rejected' };
  }
  const event = parseEvent(body);
  if (event === null) return { kind: 'done' };
  const payment = await findPayment(event, store);
  const text = toStorable(new TextDecoder().decode(body));
  const { id, event_type: kind } = event;
  await store.addEvent({ provider: 'paypal', id, payment: payment?.id ?? null, kind, body: text });
  try {
    await recordReversals(event, payment, dependencies);
  } catch (error) {
    if (error instanceof ProviderError) return { kind: 'retry-later' };
    throw error;
  }
  if (payment !== null) return { kind: 'verified', payment };
  // The merchant's other shops have no such ids.
  if (kind === 'PAYMENT.CAPTURE.COMPLETED' && uuidSchema.safeParse(event.resource.custom_id).success) {
    const providerOrder = event.resource.supplementary_data?.related_ids?.order_id ?? event.resource.id ?? null;
    const detail = `PayPal took money for the payment ${event.resource.custom_id}, which is not here`;
    await store.recordDifference({ provider: 'paypal', kind: 'missing-here', payment: null, providerOrder, detail });
  }
  return { kind: 'done' };
}
