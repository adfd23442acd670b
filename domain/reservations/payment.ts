import { m } from '#messages';

/** Placeholders, as no money moves yet. */
export const PAYMENT_METHODS = ['wallet', 'credit', 'paypal'] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, string> = {
  wallet: m.payment_wallet(),
  credit: m.payment_credit_card(),
  paypal: m.payment_paypal(),
};

/** In dollars; the same for everybody until money moves. */
export const WALLET_BALANCE = 100;

/** The same for everybody until cards can be added. */
export const MASKED_CARD = '•••• •••• •••• 4242';
