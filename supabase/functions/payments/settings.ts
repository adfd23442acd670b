import * as z from 'zod';
import { CURRENCIES, type Currency } from '../../../domain/money/cents.ts';
import type { CallProvider } from '../shared/http.ts';
import { isLoopbackAddress, pem, secureAddress, text, trimSlashes } from '../shared/variables.ts';

const AZUL_ENVIRONMENTS = ['production', 'test', 'contingency'] as const;
const AZUL_ADDRESSES: Record<(typeof AZUL_ENVIRONMENTS)[number], { page: string; service: string }> = {
  production: {
    page: 'https://pagos.azul.com.do/PaymentPage/Default.aspx',
    service: 'https://pagos.azul.com.do/webservices/JSON/Default.aspx',
  },
  test: {
    page: 'https://pruebas.azul.com.do/PaymentPage/',
    service: 'https://pruebas.azul.com.do/webservices/JSON/Default.aspx',
  },
  contingency: {
    page: 'https://contpagos.azul.com.do/PaymentPage/Default.aspx',
    service: 'https://contpagos.azul.com.do/Webservices/JSON/default.aspx',
  },
};

/** How AZUL's webservice takes the days of a search. `off`: it does not list sales of the Payment Page. */
const AZUL_SEARCHES = ['YYYY-MM-DD', 'YYYYMMDD', 'off'] as const;

/** A contract of its own, which many merchants of the Payment Page do not have. */
export type AzulService = {
  url: string;
  auth1: string;
  auth2: string;
  search: (typeof AZUL_SEARCHES)[number];
  call: CallProvider;
};

export type Azul = {
  merchantId: string;
  merchantName: string;
  merchantType: string;
  authKey: string;
  currencyCode: string;
  /** The currency of this merchant number. The simulated merchant has none, and charges in the installation's. */
  currency?: Currency | undefined;
  pageUrl: string;
  service?: AzulService | undefined;
};

/** Whether an amount is in the currency of the merchant number, in which AZUL reads it. */
export const chargesIn = (currency: string, { currency: own }: Azul): boolean => own === undefined || own === currency;

const PAYPAL_ENVIRONMENTS = ['live', 'sandbox'] as const;
const PAYPAL_ADDRESSES: Record<(typeof PAYPAL_ENVIRONMENTS)[number], string> = {
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

export type PaymentSettings = { azul?: Azul | undefined; paypal?: PayPalSettings | undefined };

const secret = (description: string) => z.string().min(8, `takes ${description}, at least 8 characters`);

export const paymentVariables = z.object({
  AZUL_MERCHANT_ID: z
    .string()
    .regex(/^\d{1,15}$/, 'takes the merchant number that AZUL gave you')
    .optional(),
  // Accents change AZUL's own hash of a request.
  AZUL_MERCHANT_NAME: z
    .string()
    .regex(/^[\x21-\x7e]([\x20-\x7e]{0,38}[\x21-\x7e])?$/, 'takes a name of up to 40 letters without accents')
    .optional(),
  AZUL_MERCHANT_TYPE: text('the merchant type that AZUL gave you').default('ECommerce'),
  AZUL_AUTH_KEY: z.string().min(16, 'takes the AuthKey that AZUL gave you, at least 16 characters').optional(),
  AZUL_CURRENCY_CODE: text('the currency code that AZUL gave you').default('$'),
  AZUL_CURRENCY: z.enum(CURRENCIES, 'takes DOP or USD').default('DOP'),
  AZUL_ENVIRONMENT: z.enum(AZUL_ENVIRONMENTS, 'takes production, test or contingency').default('production'),
  AZUL_PAGE_URL: secureAddress,
  AZUL_SERVICE_URL: secureAddress,
  AZUL_AUTH1: secret('the Auth1 that AZUL gave you').optional(),
  AZUL_AUTH2: secret('the Auth2 that AZUL gave you').optional(),
  AZUL_CERTIFICATE: pem('a file with the certificate for AZUL’s webservice, or its text'),
  AZUL_CERTIFICATE_KEY: pem('a file with the key of AZUL_CERTIFICATE, or its text'),
  AZUL_SEARCH: z.enum(AZUL_SEARCHES, 'takes YYYY-MM-DD, YYYYMMDD or off').default('YYYY-MM-DD'),
  PAYPAL_CLIENT_ID: text('the client id that PayPal gave you').optional(),
  PAYPAL_CLIENT_SECRET: secret('the secret that PayPal gave you').optional(),
  PAYPAL_WEBHOOK_ID: text('the id of the webhook at PayPal').optional(),
  PAYPAL_ENVIRONMENT: z.enum(PAYPAL_ENVIRONMENTS, 'takes live or sandbox').default('live'),
  PAYPAL_URL: secureAddress,
  TEST_PAYMENTS: z.enum(['on', 'off'], 'takes on or off').default('off'),
});
export type PaymentVariables = z.infer<typeof paymentVariables>;

/** Each group is set as a whole or not at all. */
export const PAYMENT_GROUPS = [
  ['AZUL_MERCHANT_ID', 'AZUL_MERCHANT_NAME', 'AZUL_AUTH_KEY'],
  ['AZUL_AUTH1', 'AZUL_AUTH2'],
  ['AZUL_CERTIFICATE', 'AZUL_CERTIFICATE_KEY'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'],
] as const;

/** Test cards fill wallets without money, so an operator says that this is meant where others reach the app. */
export function findTestEnvironment(env: PaymentVariables): string | undefined {
  if (env.TEST_PAYMENTS === 'on') return undefined;
  if (env.AZUL_MERCHANT_ID !== undefined && env.AZUL_ENVIRONMENT === 'test') return 'AZUL_ENVIRONMENT takes test';
  if (env.PAYPAL_CLIENT_ID === undefined || env.PAYPAL_ENVIRONMENT !== 'sandbox') return undefined;
  return 'PAYPAL_ENVIRONMENT takes sandbox';
}

/** How this machine calls the providers. */
export type ServiceCalls = {
  plain: CallProvider;
  /** Presents a client certificate; both are PEM files or their text. */
  withCertificate: (certificate: string, key: string) => CallProvider;
};

function toAzul(env: PaymentVariables, calls: ServiceCalls): Azul | undefined {
  const { AZUL_MERCHANT_ID: merchantId, AZUL_MERCHANT_NAME: merchantName, AZUL_AUTH_KEY: authKey } = env;
  if (merchantId === undefined || merchantName === undefined || authKey === undefined) return undefined;
  const { page, service } = AZUL_ADDRESSES[env.AZUL_ENVIRONMENT];
  const { AZUL_AUTH1: auth1, AZUL_AUTH2: auth2, AZUL_CERTIFICATE: certificate, AZUL_CERTIFICATE_KEY: key } = env;
  const call = certificate && key ? calls.withCertificate(certificate, key) : calls.plain;
  return {
    merchantId,
    merchantName,
    merchantType: env.AZUL_MERCHANT_TYPE,
    authKey,
    currencyCode: env.AZUL_CURRENCY_CODE,
    currency: env.AZUL_CURRENCY,
    pageUrl: env.AZUL_PAGE_URL ?? page,
    service:
      auth1 && auth2
        ? { url: env.AZUL_SERVICE_URL ?? service, auth1, auth2, search: env.AZUL_SEARCH, call }
        : undefined,
  };
}

function toPayPal(env: PaymentVariables, { plain: call }: ServiceCalls): PayPalSettings | undefined {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_WEBHOOK_ID: webhookId } = env;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const url = trimSlashes(env.PAYPAL_URL ?? PAYPAL_ADDRESSES[env.PAYPAL_ENVIRONMENT]);
  const ownOrigins = isLoopbackAddress(url) ? [new URL(url).origin] : [];
  return { url, clientId, clientSecret, webhookId, certificateOrigins: [...CERTIFICATE_ORIGINS, ...ownOrigins], call };
}

export const toPaymentSettings = (env: PaymentVariables, calls: ServiceCalls): PaymentSettings => ({
  azul: toAzul(env, calls),
  paypal: toPayPal(env, calls),
});

/** Reads the variables of an edge function. */
export function readPaymentSettings(env: (name: string) => string | undefined, calls: ServiceCalls): PaymentSettings {
  const present = Object.keys(paymentVariables.shape).map((name) => [name, env(name) || undefined]);
  const parsed = paymentVariables.safeParse(Object.fromEntries(present));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${String(issue?.path[0])} ${issue?.message}`);
  }
  for (const names of PAYMENT_GROUPS) {
    const missing = names.find((name) => parsed.data[name] === undefined);
    const set = names.find((name) => parsed.data[name] !== undefined);
    if (missing && set) throw new Error(`${missing} must be set together with ${set}`);
  }
  const test = findTestEnvironment(parsed.data);
  if (test !== undefined) throw new Error(`${test} only with TEST_PAYMENTS=on`);
  return toPaymentSettings(parsed.data, calls);
}
