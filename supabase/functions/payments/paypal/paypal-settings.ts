import type { CallProvider } from '../call-provider.ts';

export const PAYPAL_ENVIRONMENTS = ['live', 'sandbox'] as const;
export type PayPalEnvironment = (typeof PAYPAL_ENVIRONMENTS)[number];

export const PAYPAL_ADDRESSES: Record<PayPalEnvironment, string> = {
  live: 'https://api-m.paypal.com',
  sandbox: 'https://api-m.sandbox.paypal.com',
};

/** Where PayPal keeps the certificates of its webhooks. */
export const CERTIFICATE_ORIGINS: readonly string[] = [
  'https://api.paypal.com',
  'https://api-m.paypal.com',
  'https://api.sandbox.paypal.com',
  'https://api-m.sandbox.paypal.com',
];

export type PayPalSettings = {
  url: string;
  clientId: string;
  clientSecret: string;
  /** Without it no webhook is believed, and payments are found by asking. */
  webhookId?: string | undefined;
  certificateOrigins: readonly string[];
  call: CallProvider;
};
