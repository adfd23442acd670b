import * as z from 'zod';

/** What a payment can be made to do; several can be combined where that makes sense. */
export const FAULTS = [
  // The bank declines, with AZUL's IsoCode; PayPal says INSTRUMENT_DECLINED.
  'decline-05',
  'decline-51',
  'decline-54',
  'decline-91',
  // The bank approves what is no sale: AZUL signs the same return, and its lists say what it was.
  'approve-hold',
  'approve-void',
  // How the browser comes back, or does not.
  'return-never',
  'return-twice',
  'return-late',
  'return-altered-amount',
  'return-altered-hash',
  'return-without-hash',
  'return-utf8-hash',
  'return-declined-to-approved',
  // How the provider's servers behave. A dropped response comes after the work is done.
  'host-down',
  'server-error',
  'slow',
  'dropped-response',
  // PayPal's webhooks.
  'webhook-never',
  'webhook-duplicated',
  'webhook-late',
  'webhook-before-browser',
  'webhook-out-of-order',
  'webhook-bad-signature',
  'webhook-foreign-certificate',
  // What PayPal makes of a capture, and both providers of a refund.
  'capture-pending',
  'capture-pending-declined',
  'capture-declined',
  'refund-failed',
  'refund-pending',
  'refund-pending-failed',
  'dispute',
  // AZUL refunds only what it has settled, after the next 9 PM. Otherwise at any time.
  'refund-after-settlement',
] as const;

export type Fault = (typeof FAULTS)[number];

const isFault = (text: string): text is Fault => (FAULTS as readonly string[]).includes(text);

const MAX_DELAY_SECONDS = 7 * 86_400;
/** A slow response holds a connection, in real time. */
const MAX_SLOW_SECONDS = 120;

export const faultPlanSchema = z.strictObject({
  faults: z.array(z.enum(FAULTS)).max(FAULTS.length).default([]),
  /** Replaces the delay of every fault that has one. */
  delaySeconds: z.number().min(0).max(MAX_DELAY_SECONDS).optional(),
});

export type FaultPlan = z.infer<typeof faultPlanSchema>;

export const NO_FAULTS: FaultPlan = { faults: [] };

const DELAY_SECONDS = {
  slow: 10,
  'webhook-late': 60,
  'webhook-out-of-order': 5,
  'capture-pending': 30,
  'refund-pending': 30,
} as const;

export function getDelaySeconds({ delaySeconds }: FaultPlan, fault: keyof typeof DELAY_SECONDS): number {
  const seconds = delaySeconds ?? DELAY_SECONDS[fault];
  return fault === 'slow' ? Math.min(seconds, MAX_SLOW_SECONDS) : seconds;
}

/**
 * Adds what a person chose on the page of a provider to the faults of the order.
 * @param outcome 'approve', 'decline' or a fault
 * @returns undefined for any other text
 */
export function planOutcome(plan: FaultPlan, outcome: string | null): FaultPlan | undefined {
  if (outcome === 'approve') return plan;
  const fault = outcome === 'decline' ? 'decline-05' : outcome;
  return fault !== null && isFault(fault) ? { ...plan, faults: [...new Set([...plan.faults, fault])] } : undefined;
}
