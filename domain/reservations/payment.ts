import { m } from '#messages';
import type { ChargeMethod } from '../money/payment.ts';

/** As a driver chooses, and a device stores it; with sample data nothing is charged. */
export const PAYMENT_METHODS = ['wallet', 'credit', 'paypal'] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, string> = {
  wallet: m.payment_wallet(),
  credit: m.payment_credit_card(),
  paypal: m.payment_paypal(),
};

/** What the database charges. */
export const toChargeMethod = (method: PaymentMethod): ChargeMethod => (method === 'credit' ? 'card' : method);

export const toPaymentMethod = (method: ChargeMethod): PaymentMethod => (method === 'card' ? 'credit' : method);
