/** How a stay is paid; placeholders, as no money moves yet. */
export const PAYMENT_METHODS = ['wallet', 'credit', 'paypal'] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, string> = {
  wallet: 'Wallet',
  credit: 'Credit Card',
  paypal: 'PayPal',
};
