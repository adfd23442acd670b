import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { m } from '#messages';
import type { Provider } from '../../domain/money/payment.ts';
import { dropConnection, type SimulatorContext } from '../simulator-server.ts';

type Message = (typeof m)['payment_simulator_leave'];

type Choice = { group: keyof typeof GROUPS; label: Message; of?: Provider };

export const GROUPS = {
  bank: m.payment_simulator_group_bank,
  return: m.payment_simulator_group_return,
  capture: m.payment_simulator_group_capture,
  webhook: m.payment_simulator_group_webhook,
  network: m.payment_simulator_group_network,
  refund: m.payment_simulator_group_refund,
};

const byAzul = (group: Choice['group'], label: Message): Choice => ({ group, label, of: 'azul' });
const byPayPal = (group: Choice['group'], label: Message): Choice => ({ group, label, of: 'paypal' });
const byBoth = (group: Choice['group'], label: Message): Choice => ({ group, label });

/** Faults of a payment, of which several may be combined. The page offers those that are not null. */
const FAULTS = {
  decline: null,
  'decline-51': byAzul('bank', m.payment_simulator_decline_51),
  // AZUL signs the same return as of a sale, and its lists say what it was.
  'approve-hold': byAzul('bank', m.payment_simulator_approve_hold),
  'return-never': byBoth('return', m.payment_simulator_return_never),
  'return-late': byBoth('return', m.payment_simulator_return_late),
  'return-twice': byBoth('return', m.payment_simulator_return_twice),
  'return-altered-amount': byAzul('return', m.payment_simulator_return_altered_amount),
  'return-altered-hash': byAzul('return', m.payment_simulator_return_altered_hash),
  'capture-pending': byPayPal('capture', m.payment_simulator_capture_pending),
  'capture-pending-declined': byPayPal('capture', m.payment_simulator_capture_pending_declined),
  'capture-declined': byPayPal('capture', m.payment_simulator_capture_declined),
  dispute: byPayPal('capture', m.payment_simulator_dispute),
  'webhook-never': byPayPal('webhook', m.payment_simulator_webhook_never),
  'webhook-duplicated': byPayPal('webhook', m.payment_simulator_webhook_duplicated),
  'webhook-late': byPayPal('webhook', m.payment_simulator_webhook_late),
  'webhook-before-browser': byPayPal('webhook', m.payment_simulator_webhook_before_browser),
  'webhook-out-of-order': byPayPal('webhook', m.payment_simulator_webhook_out_of_order),
  'webhook-bad-signature': byPayPal('webhook', m.payment_simulator_webhook_bad_signature),
  // How the provider's servers behave. A dropped response comes after the work is done.
  'host-down': null,
  'server-error': null,
  slow: byBoth('network', m.payment_simulator_slow),
  'dropped-response': byBoth('network', m.payment_simulator_dropped_response),
  'refund-failed': byBoth('refund', m.payment_simulator_refund_failed),
  'refund-pending': byPayPal('refund', m.payment_simulator_refund_pending),
  'refund-pending-failed': byPayPal('refund', m.payment_simulator_refund_pending_failed),
  // AZUL refunds only what it has settled, a day later. Otherwise at any time.
  'refund-after-settlement': byAzul('refund', m.payment_simulator_refund_after_settlement),
} satisfies Record<string, Choice | null>;

export type Fault = keyof typeof FAULTS;

const isFault = (text: string): text is Fault => Object.hasOwn(FAULTS, text);

export function listChoices(provider: Provider, group: keyof typeof GROUPS): [Fault, Message][] {
  return Object.entries<Choice | null>(FAULTS)
    .filter(([, choice]) => choice?.group === group && (choice.of ?? provider) === provider)
    .map(([fault, choice]) => [fault as Fault, choice?.label as Message]);
}

export const faultsSchema = z.strictObject({
  faults: z.array(z.custom<Fault>((text) => isFault(String(text)))).max(40),
});

/**
 * Adds what a person chose on the page of a provider to the faults of the order.
 * @param outcome 'approve' or a fault
 * @returns undefined for any other text
 */
export function addOutcome(faults: readonly Fault[], outcome: string): Fault[] | undefined {
  if (outcome === 'approve') return [...faults];
  return isFault(outcome) ? [...new Set([...faults, outcome])] : undefined;
}

const SLOW_MS = 10_000;

/** Handles a request as a provider whose servers or network are out of order. */
export async function withFaults(
  c: SimulatorContext,
  faults: readonly Fault[],
  handle: () => Promise<Response>,
): Promise<Response> {
  if (faults.includes('host-down')) return dropConnection(c);
  if (faults.includes('slow')) await delay(SLOW_MS, undefined, { signal: c.get('stopping'), ref: false });
  if (faults.includes('server-error')) return c.text('Internal Server Error', 500);
  const response = await handle();
  return faults.includes('dropped-response') ? dropConnection(c) : response;
}

/** Settings of this process: the faults of every call and of the next order, and how far its clock is off. */
export type Settings = { everyFaults: Fault[]; nextFaults: Fault[]; clockOffsetMs: number };

export const readClock = ({ clockOffsetMs }: Settings): Date => new Date(Date.now() + clockOffsetMs);

/** The faults for the next order, which are for one order only. */
export function takeNextFaults(settings: Settings): Fault[] {
  const taken = settings.nextFaults;
  settings.nextFaults = [];
  return taken;
}
