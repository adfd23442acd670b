/** The social providers, in the order of their buttons. */
export const PROVIDERS = ['google', 'apple', 'facebook'] as const;

export type Provider = (typeof PROVIDERS)[number];

export const PROVIDER_NAMES: Record<Provider, string> = { google: 'Google', apple: 'Apple', facebook: 'Facebook' };
