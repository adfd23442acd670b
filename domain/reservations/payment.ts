/** How a stay is paid; placeholders, as no money moves yet. */
export const PAYMENT_METHODS = ['wallet', 'credit', 'paypal'] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, string> = {
  wallet: 'Wallet',
  credit: 'Credit Card',
  paypal: 'PayPal',
};

/** The balance everybody's wallet shows, in dollars; a constant until money moves. */
export const WALLET_BALANCE = 100;

/** The card everybody's wallet shows, masked; a fixed label until cards can be added. */
export const MASKED_CARD = '•••• •••• •••• 4242';
