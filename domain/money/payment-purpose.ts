/** What a payment by card or PayPal is for. */
export const PAYMENT_PURPOSES = ['reservation', 'extension', 'top_up'] as const;
