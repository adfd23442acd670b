import * as z from 'zod';
import { text, trimSlashes } from '../../supabase/functions/shared/variables.ts';
import { parseTrustedProxies } from '../../supabase-server/client-address.ts';
import { isEncryptionOptional, splitHosts } from '../../supabase-server/connections/address.ts';
import { DEFAULT_CONNECTIONS, MIN_CONNECTIONS } from '../../supabase-server/connections/connection-limits.ts';
import { fiscalVariables } from '../fiscal/fiscal-access.ts';
import { variablesOfPayments } from '../functions/payment-config.ts';
import { isSender } from '../mail/sender.ts';
import { providerVariables } from './provider-config.ts';

// The environment variables of an installation, each with what it takes.

const MAX_CONNECTIONS = 999;

const onOff = z.enum(['on', 'off'], 'takes on or off');
const integer = (pattern: RegExp, min: number, max: number, message: string) =>
  z
    .string()
    .regex(pattern, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
const httpUrl = (description: string) =>
  z.url({ protocol: /^https?$/, error: `takes ${description}, such as https://example.com` }).transform(trimSlashes);

/** Whether a path can be appended to an address, and it holds no credentials. */
function isPlainAddress(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { username, password, search, hash } = new URL(address);
  return username + password + search + hash === '';
}

const AT_MOST_ONE_AT_SIGN = /^[^:]+:\/\/([^@/?#]*@)?[^@]*$/;

/** Without escaping, a part of the password would be taken for the host. */
function hasEscapedCredentials(address: string): boolean {
  try {
    decodeURIComponent(address);
  } catch {
    return false;
  }
  return AT_MOST_ONE_AT_SIGN.test(address);
}

const ESCAPES = 'with @ / ? # % in user and password written as %40 %2F %3F %23 %25';

function credentialUrl(protocol: RegExp, description: string) {
  const message = `${description}, ${ESCAPES}`;
  return z.url({ protocol, error: message }).refine(hasEscapedCredentials, message).optional();
}

const oneHost = z.url({ protocol: /^postgres(ql)?$/ }).refine(hasEscapedCredentials);
const oneOfSeveralHosts = oneHost.refine((address) => URL.canParse(address) && new URL(address).hostname !== '');

function isPostgresAddress(address: string): boolean {
  const [first, ...others] = splitHosts(address);
  if (others.length === 0) return oneHost.safeParse(first).success;
  return [first, ...others].every((one) => oneOfSeveralHosts.safeParse(one).success);
}

const PLACEHOLDER = 'change-me';
const OWN_PASSWORD = 'takes a password of your own in place of the one of the example';

/** Anybody can read the password in the examples and the documentation. */
const hasOwnPassword = (address: string) => !new RegExp(`:[^@/]*${PLACEHOLDER}[^@/]*@`).test(address);

const databaseUrl = (description: string) =>
  z
    .string()
    .refine(isPostgresAddress, `${description}, ${ESCAPES}`)
    .refine(hasOwnPassword, OWN_PASSWORD)
    .refine((address) => !isEncryptionOptional(address), 'takes sslmode=verify-full, require or disable')
    .optional();

const FEWEST_DIGITS = 7;
/** The most that E.164 allows. */
const MOST_DIGITS = 15;

/** A number as people write it: with its country code, and signs between the digits. */
const phoneNumber = z.string().refine((number) => {
  const { length } = number.replace(/\D/g, '');
  return /^\+[1-9][\d ().-]*$/.test(number) && length >= FEWEST_DIGITS && length <= MOST_DIGITS;
}, 'takes a phone number with its country code, such as +1 809 555 0100');

const FEWEST_CHARACTERS_OF_A_KEY = 16;
const publishableKeys = z
  .string()
  .transform((list) => list.split(',').map((key) => key.trim()))
  .refine(
    (keys) => keys.every(({ length }) => length >= FEWEST_CHARACTERS_OF_A_KEY),
    'takes keys of at least 16 characters each, with commas between them; "npm run keys" makes one',
  );

const trustedProxies = z.string().transform((list, context) => {
  try {
    return parseTrustedProxies(list);
  } catch {
    context.addIssue('takes addresses and ranges of proxies with commas between them, such as 10.0.0.0/8, 192.0.2.7');
    return z.NEVER;
  }
});

export const variables = z.object({
  HOST: text('a host name or address to listen on').default('127.0.0.1'),
  PORT: integer(/^\d+$/, 0, 65_535, 'takes a port number from 0 to 65535').default(8080),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'takes an http or https origin, such as https://parqueo.example' })
    .refine((url) => !URL.canParse(url) || new URL(url).pathname === '/', 'takes an origin with no path')
    .transform((url) => new URL(url).origin)
    .optional(),
  DATA_DIR: text('a folder').optional(),
  NODE_EXTRA_CA_CERTS: text('a PEM file with certificates of authorities').optional(),
  DATABASE_URL: databaseUrl(
    'takes a PostgreSQL address, such as postgres://user:password@host:5432/parqueo?sslmode=verify-full, where several hosts have commas between them',
  ),
  DATABASE_CONNECTIONS: integer(
    /^\d+$/,
    MIN_CONNECTIONS,
    MAX_CONNECTIONS,
    `takes a number of connections from ${MIN_CONNECTIONS} to ${MAX_CONNECTIONS}`,
  ).default(DEFAULT_CONNECTIONS),
  DATABASE_READ_URL: databaseUrl(
    'takes the PostgreSQL address of a read replica, such as postgres://user:password@replica:5432/parqueo?sslmode=verify-full, where several hosts have commas between them',
  ),
  AUTH_SIGNING_KEYS: text('a JWK set; "npm run keys" makes one').optional(),
  PUBLISHABLE_KEY: publishableKeys.optional(),
  SECRET_KEY: z.string().min(32, 'takes a key of at least 32 characters; "npm run keys" makes one').optional(),
  PUSH_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'takes a private key for push services; "npm run keys" makes one')
    .optional(),
  SMTP_URL: credentialUrl(/^smtps?$/, 'takes a mail server address, such as smtp://user:password@host:587'),
  MAIL_FROM: z
    .string()
    .refine(isSender, 'takes one address, with a name or without, such as "Parqueo <no-reply@parqueo.example>"')
    .optional(),
  GOOGLE_MAPS_API_KEY: text('a Google Maps API key').optional(),
  GOOGLE_MAPS_MAP_ID: text('a Google map ID').optional(),
  MAP_STYLE_URL: httpUrl('the http address of a MapLibre style').optional(),
  ROUTER_URL: httpUrl('the http address of an OSRM server').optional(),
  GEOCODER_URL: httpUrl('the http address of a Photon server').optional(),
  LOCK_VENDOR_NAME: text('the name of the lock vendor').default('Kavass'),
  LOCK_VENDOR_URL: httpUrl('the http address of the lock vendor')
    .refine(isPlainAddress, 'takes an address without user, query or fragment')
    .optional(),
  LOCK_VENDOR_APP_ID: text('the app id the lock vendor gave you').optional(),
  // Hiding a shorter secret in the vendor's responses would garble them.
  LOCK_VENDOR_SECRET: z.string().min(8, 'takes the secret the lock vendor gave you, at least 8 characters').optional(),
  SUPPORT_PHONE: phoneNumber.optional(),
  SUPPORT_WHATSAPP: phoneNumber.optional(),
  ADMIN_EMAIL: z.email('takes the e-mail address of the first administrator').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'takes a password of at least 8 characters')
    .refine((password) => !password.includes(PLACEHOLDER), OWN_PASSWORD)
    .optional(),
  DOUBLE_CONFIRM_CHANGES: onOff.default('on'),
  SECURE_PASSWORD_CHANGE: onOff.default('off'),
  MANUAL_LINKING: onOff.default('off'),
  ...providerVariables,
  ...variablesOfPayments,
  ...fiscalVariables,
  SEED: z.enum(['demo', 'none'], 'takes demo or none').optional(),
  SAMPLES: onOff.optional(),
  OPEN_DATA: onOff.default('on'),
  RATE_LIMIT: onOff.default('on'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,}$/, 'takes at least 16 letters, digits or -._~+/=, which whoever reads /metrics brings')
    .optional(),
  TRUSTED_PROXIES: trustedProxies.optional(),
  DRAIN_SECONDS: z
    .string()
    .regex(/^(0|[2-9]|[1-9]\d{1,2})$/, 'takes 0 or a number of seconds from 2 to 999')
    .transform(Number)
    .optional(),
});

export type Variables = z.infer<typeof variables>;

export const VARIABLE_NAMES = Object.keys(variables.shape);
