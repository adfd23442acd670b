/** Where a payment by card or PayPal stands. */
export const PAYMENT_STATES = [
  'created',
  'pending',
  'captured',
  'declined',
  'abandoned',
  'refunding',
  'refunded',
  'partly_refunded',
] as const;

export type PaymentState = (typeof PAYMENT_STATES)[number];

const PAID_STATES: ReadonlySet<PaymentState> = new Set(['captured', 'refunding', 'refunded', 'partly_refunded']);

/** Money has arrived, whatever became of it later. */
export const isPaid = ({ state }: { state: PaymentState }): boolean => PAID_STATES.has(state);

/** Where money stands that goes back to a card or PayPal account. */
export const REFUND_STATES = ['requested', 'sent', 'succeeded', 'failed', 'manual'] as const;

export type RefundState = (typeof REFUND_STATES)[number];
