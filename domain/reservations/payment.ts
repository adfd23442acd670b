import { m } from '#messages';

/** Placeholders, as no money moves yet. */
export const PAYMENT_METHODS = ['wallet', 'credit', 'paypal'] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, string> = {
  wallet: m.payment_wallet(),
  credit: m.payment_credit_card(),
  paypal: m.payment_paypal(),
};
