import { isAbsolute, join } from 'node:path';
import * as z from 'zod';
import { PAYMENT_GROUPS } from '../supabase/functions/payments/settings.ts';
import { parseTrustedProxies } from '../supabase-server/client-address.ts';
import { DEFAULT_CONNECTIONS, MIN_CONNECTIONS } from '../supabase-server/connections/connection-limits.ts';
import { explainUnsupportedHost, splitHosts } from './database/database-address.ts';
import { FISCAL_GROUP, fiscalVariables, toFiscalConfig } from './fiscal/fiscal-access.ts';
import { isSender } from './mail/sender.ts';
import { rejectMisspelledVariables } from './misspelled-variables.ts';
import { OperatorError } from './operator-error.ts';
import { toPaymentConfig, variablesOfPayments } from './payments/payment-config.ts';
import { PROVIDER_GROUPS, providerVariables, toProviderSettings } from './provider-config.ts';

const MAX_CONNECTIONS = 999;

const text = (description: string) => z.string().min(1, `takes ${description}`);
const onOff = z.enum(['on', 'off'], 'takes on or off');
const integer = (pattern: RegExp, min: number, max: number, message: string) =>
  z
    .string()
    .regex(pattern, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
const httpUrl = (description: string) =>
  z
    .url({ protocol: /^https?$/, error: `takes ${description}, such as https://example.com` })
    .transform((url) => url.replace(/\/+$/, ''));

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
    .superRefine((address, context) => {
      const message = explainUnsupportedHost(address);
      if (message !== null) context.addIssue(message);
    })
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

const variables = z.object({
  HOST: text('a host name or address to listen on').default('127.0.0.1'),
  PORT: integer(/^\d+$/, 0, 65_535, 'takes a port number from 0 to 65535').default(8080),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'takes an http or https origin, such as https://parqueo.example' })
    .refine((url) => !URL.canParse(url) || new URL(url).pathname === '/', 'takes an origin with no path')
    .transform((url) => new URL(url).origin)
    .optional(),
  DATA_DIR: text('a folder').optional(),
  DATABASE_URL: databaseUrl(
    'takes a PostgreSQL address, such as postgres://user:password@host:5432/parqueo, where several hosts have commas between them',
  ),
  DATABASE_CONNECTIONS: integer(
    /^\d+$/,
    MIN_CONNECTIONS,
    MAX_CONNECTIONS,
    `takes a number of connections from ${MIN_CONNECTIONS} to ${MAX_CONNECTIONS}`,
  ).default(DEFAULT_CONNECTIONS),
  DATABASE_READ_URL: databaseUrl(
    'takes the PostgreSQL address of a read replica, such as postgres://user:password@replica:5432/parqueo, where several hosts have commas between them',
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

type Variables = z.infer<typeof variables>;

export const VARIABLE_NAMES = Object.keys(variables.shape);

/** Everything the operator may set, read once at the start; see docs/settings.md. */
export type Config = ReturnType<typeof toConfig>;

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '::1']);
/** HOST takes these to listen everywhere; no browser uses them as a name. */
const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

type Addresses = { host: string; publicUrl: string };

/** Whether the server listens on this machine only, which `RATE_LIMIT=off` and the demo accounts require. */
export function isLoopbackOnly(config: Pick<Addresses, 'host'>): boolean {
  return LOOPBACK_HOSTS.has(config.host);
}

/**
 * Whether the server is for others than this machine: it is reached by another name, or by https, which it does not speak
 * itself. A proxy on this machine may then forward anybody's requests and say nothing of it, so no request counts as one
 * from this machine: demo accounts, mailbox and simulated payments answer nobody.
 */
export function isPublic({ publicUrl }: Pick<Addresses, 'publicUrl'>): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  const name = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'https:' || !(LOOPBACK_HOSTS.has(name) || ANY_ADDRESS.has(name));
}

/**
 * Reads the configuration from environment variables. An empty variable counts as absent.
 * @param workingDir absolute folder that a relative `DATA_DIR` is in
 * @throws OperatorError that names the first wrong or misspelled variable and what it takes, and never its value
 */
export function readConfig(env: Record<string, string | undefined>, workingDir: string): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  rejectMisspelledVariables(Object.keys(present), VARIABLE_NAMES);
  const parsed = variables.safeParse(present);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new OperatorError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  requireConsistency(parsed.data);
  return toConfig(parsed.data, workingDir);
}

function requireTogether(env: Variables, names: readonly (keyof Variables)[]): void {
  const missing = names.find((name) => env[name] === undefined);
  const present = names.find((name) => env[name] !== undefined);
  if (present && missing) throw new OperatorError(`${missing} must be set together with ${present}`);
}

function requireConsistency(env: Variables): void {
  requireTogether(env, ['LOCK_VENDOR_URL', 'LOCK_VENDOR_APP_ID', 'LOCK_VENDOR_SECRET']);
  requireTogether(env, ['ADMIN_EMAIL', 'ADMIN_PASSWORD']);
  if (env.GOOGLE_MAPS_MAP_ID !== undefined) requireTogether(env, ['GOOGLE_MAPS_API_KEY', 'GOOGLE_MAPS_MAP_ID']);
  for (const names of [...PROVIDER_GROUPS, ...PAYMENT_GROUPS, FISCAL_GROUP]) requireTogether(env, names);
  const missingKey = (['AUTH_SIGNING_KEYS', 'PUBLISHABLE_KEY', 'SECRET_KEY'] as const).find((name) => !env[name]);
  if (env.DATABASE_URL !== undefined && missingKey) {
    throw new OperatorError(`${missingKey} is required with DATABASE_URL; "npm run keys" makes one`);
  }
  if (env.DATABASE_READ_URL !== undefined) requireTogether(env, ['DATABASE_URL', 'DATABASE_READ_URL']);
  if (env.SECRET_KEY !== undefined && env.PUBLISHABLE_KEY?.includes(env.SECRET_KEY)) {
    throw new OperatorError('PUBLISHABLE_KEY takes keys that browsers may have, not SECRET_KEY');
  }
  if (env.RATE_LIMIT === 'off' && !isLoopbackOnly({ host: env.HOST })) {
    throw new OperatorError('RATE_LIMIT takes off only when HOST is a loopback address');
  }
}

function toConfig(env: Variables, workingDir: string) {
  const dataDir = env.DATA_DIR ?? 'data';
  const hostInUrl = env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST;
  const addresses = { host: env.HOST, publicUrl: env.PUBLIC_URL ?? `http://${hostInUrl}:${env.PORT}` };
  const hasOwnDatabase = env.DATABASE_URL !== undefined;
  const samples = (env.SAMPLES ?? (hasOwnDatabase ? 'off' : 'on')) === 'on';
  const isOnThisMachine = isLoopbackOnly(addresses) && !isPublic(addresses);
  const installation = { samples, hasOwnDatabase, isOnThisMachine };
  return {
    host: addresses.host,
    port: env.PORT,
    /** Origin used in mail links and as the only allowed redirect origin, without a trailing slash. */
    publicUrl: addresses.publicUrl,
    /** Absolute folder of the embedded database, the generated secrets and an imported map. */
    dataDir: isAbsolute(dataDir) ? dataDir : join(workingDir, dataDir),
    /** A folder that the operator named is never replaced by another one. */
    dataDirIsSet: env.DATA_DIR !== undefined,
    databaseConnections: env.DATABASE_CONNECTIONS,
    mailFrom: env.MAIL_FROM ?? 'Parqueo <no-reply@parqueo.test>',
    maps: defined({
      /** When set, the browser uses Google's maps instead of the open ones. */
      googleMapsApiKey: env.GOOGLE_MAPS_API_KEY,
      /** A map in the operator's Google console, with its style. */
      googleMapsMapId: env.GOOGLE_MAPS_MAP_ID,
      styleUrl: env.MAP_STYLE_URL,
      routerUrl: env.ROUTER_URL,
      geocoderUrl: env.GEOCODER_URL,
    }),
    lockVendor: {
      name: env.LOCK_VENDOR_NAME,
      ...defined({ url: env.LOCK_VENDOR_URL, appId: env.LOCK_VENDOR_APP_ID, secret: env.LOCK_VENDOR_SECRET }),
    },
    /** How drivers reach the operator; the numbers appear as they are written here. */
    support: defined({ phone: env.SUPPORT_PHONE, whatsapp: env.SUPPORT_WHATSAPP }),
    /** Names and defaults are those of `[auth]` and `[auth.email]` in supabase/config.toml. */
    auth: {
      doubleConfirmChanges: env.DOUBLE_CONFIRM_CHANGES === 'on',
      securePasswordChange: env.SECURE_PASSWORD_CHANGE === 'on',
      manualLinking: env.MANUAL_LINKING === 'on',
    },
    providers: toProviderSettings(env),
    payments: toPaymentConfig(env, installation),
    fiscal: toFiscalConfig(env, installation),
    seed: env.SEED ?? (env.DATABASE_URL === undefined ? 'demo' : 'none'),
    /** Whether screens show sample data, as a demo does, instead of what drivers and the operator do. */
    samples,
    /** Whether anybody may read the zones under `/open`. */
    openData: env.OPEN_DATA === 'on',
    rateLimit: env.RATE_LIMIT === 'on',
    /** How long a stopping server still responds. Without an outside database no other server could take over. */
    drainSeconds: env.DRAIN_SECONDS ?? (env.DATABASE_URL === undefined ? 0 : 5),
    ...defined({
      /** Proxies whose `X-Forwarded-For` is believed. */
      trustedProxies: env.TRUSTED_PROXIES,
      /** An outside PostgreSQL instead of the embedded one. */
      databaseUrl: env.DATABASE_URL,
      /** A standby of it, for reads that may be a few seconds old. */
      databaseReadUrl: env.DATABASE_READ_URL,
      /** A JWK set of ES256 private keys as JSON; the first one signs, all verify. */
      authSigningKeys: env.AUTH_SIGNING_KEYS,
      /** Browsers get the first one, all are accepted. */
      publishableKeys: env.PUBLISHABLE_KEY,
      secretKey: env.SECRET_KEY,
      /** A P-256 private key that identifies this installation to push services. */
      pushKey: env.PUSH_KEY,
      smtpUrl: env.SMTP_URL,
      /** Required to read `/metrics`. */
      metricsToken: env.METRICS_TOKEN,
      admin:
        env.ADMIN_EMAIL && env.ADMIN_PASSWORD
          ? { email: env.ADMIN_EMAIL.toLowerCase(), password: env.ADMIN_PASSWORD }
          : undefined,
    }),
  };
}

/** Removes undefined values, so that optional properties are absent. */
function defined<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
