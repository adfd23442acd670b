/** How a reservation is paid. */
export const CHARGE_METHODS = ['wallet', 'card', 'paypal'] as const;

export type ChargeMethod = (typeof CHARGE_METHODS)[number];

/** Those that bring money from outside, by a payment. */
export const PROVIDER_METHODS = ['card', 'paypal'] as const;

export type ProviderMethod = (typeof PROVIDER_METHODS)[number];

/** Who takes the money of cards, and who that of PayPal accounts. */
export const PROVIDERS = ['azul', 'paypal'] as const;

export type Provider = (typeof PROVIDERS)[number];
