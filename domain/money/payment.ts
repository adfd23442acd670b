import * as z from 'zod';
import { type Cents, sumCents, toCents } from './cents.ts';

/** What a payment by card or PayPal is for. */
export const PAYMENT_PURPOSES = ['reservation', 'extension', 'change', 'exit', 'top_up'] as const;

/** How a reservation is paid. */
export const CHARGE_METHODS = ['wallet', 'card', 'paypal'] as const;

export type ChargeMethod = (typeof CHARGE_METHODS)[number];

/** The methods that bring money from outside, by a payment. */
export const PROVIDER_METHODS = ['card', 'paypal'] as const;

export type ProviderMethod = (typeof PROVIDER_METHODS)[number];

/** How a driver pays; `card` is the id of a saved one. */
export const chosenPaymentSchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('wallet') }),
  z.object({ method: z.literal('card'), card: z.string().optional(), saveCard: z.boolean().optional() }),
  z.object({ method: z.literal('paypal') }),
]);

export type ChosenPayment = z.infer<typeof chosenPaymentSchema>;

/** Who takes the money of cards, and who that of PayPal accounts. */
export const PROVIDERS = ['azul', 'paypal'] as const;

export type Provider = (typeof PROVIDERS)[number];

export const PROVIDER_NAMES: Record<Provider, string> = { azul: 'AZUL', paypal: 'PayPal' };

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

type GivenBack = { amount: Cents; state: RefundState; isSecondCapture: boolean };

const isOpen = ({ state, isSecondCapture }: GivenBack) =>
  !isSecondCapture && state !== 'succeeded' && state !== 'failed';

/** What can still go back of a payment: its amount less what went back and what is on its way. The database has it as `refundable`. */
export function getRefundable(payment: {
  state: PaymentState;
  amount: Cents;
  refunded: Cents;
  refunds: readonly GivenBack[];
}): Cents {
  if (!isPaid(payment)) return toCents(0);
  const open = sumCents(payment.refunds.filter(isOpen).map(({ amount }) => amount));
  return toCents(payment.amount - payment.refunded - open);
}
