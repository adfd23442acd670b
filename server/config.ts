import { isAbsolute, join } from 'node:path';
import * as z from 'zod';
import { parseTrustedProxies, type TrustedProxies } from './client-address.ts';
import { DEFAULT_CONNECTIONS, MIN_CONNECTIONS } from './database/connections/connection-limits.ts';
import { hasEscapedCredentials } from './escaped-credentials.ts';
import { OperatorError } from './operator-error.ts';
import { PROVIDER_GROUPS, type ProviderSettings, providerVariables, toProviderSettings } from './provider-config.ts';

/** Everything the operator may set, read once at the start; see the README's table of variables. */
export type Config = {
  host: string;
  port: number;
  /** Origin used in mail links and as the only allowed redirect origin, without a trailing slash. */
  publicUrl: string;
  /** Absolute folder of the embedded database, the generated secrets and an imported map. */
  dataDir: string;
  /** True when the operator named the folder, so that it must not be moved elsewhere. */
  dataDirIsSet: boolean;
  /** An outside PostgreSQL; absent means the embedded one. */
  databaseUrl?: string;
  /** How many connections to the database this server opens at most. */
  databaseConnections: number;
  /** A JWK set of ES256 private keys, as JSON text; the first signs, all verify. */
  authSigningKeys?: string;
  publishableKey?: string;
  secretKey?: string;
  smtpUrl?: string;
  mailFrom: string;
  maps: {
    /** Set: the browser uses Google's maps instead of the open ones. */
    googleMapsApiKey?: string;
    /** A map of the operator's own in Google's console, with its style. */
    googleMapsMapId?: string;
    styleUrl?: string;
    routerUrl?: string;
    geocoderUrl?: string;
  };
  lockVendor: { name: string; url?: string; appId?: string; secret?: string };
  admin?: { email: string; password: string };
  /** What sign-in asks for; the names and the defaults are those of `[auth.email]` in supabase/config.toml. */
  auth: { doubleConfirmChanges: boolean; securePasswordChange: boolean };
  /** The social providers that are set up. */
  providers: ProviderSettings;
  seed: 'demo' | 'none';
  rateLimit: boolean;
  /** Set: whoever brings it reads `/metrics`. */
  metricsToken?: string;
  /** Whose `X-Forwarded-For` is believed; absent means nobody's. */
  trustedProxies?: TrustedProxies;
  /** How long a server that was asked to stop goes on answering before it takes no more requests. */
  drainSeconds: number;
};

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '::1']);

/** Whether the server listens on this machine only, which `RATE_LIMIT=off` and the demo accounts need. */
export function isLoopbackOnly(config: Pick<Config, 'host'>): boolean {
  return LOOPBACK_HOSTS.has(config.host);
}

/**
 * Whether a proxy leads people here: the server itself speaks no https, and when it listens on this machine alone nobody else
 * comes by themselves. Then who asks from this machine may be anybody, so there are no demo accounts and no mailbox.
 */
export function isBehindProxy({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  const isOwnName = LOOPBACK_HOSTS.has(hostname.replace(/^\[|\]$/g, ''));
  return protocol === 'https:' || (isLoopbackOnly({ host }) && !isOwnName);
}

const httpUrl = (what: string) =>
  z
    .url({ protocol: /^https?$/, error: `takes ${what}, such as https://example.com` })
    .transform((url) => url.replace(/\/+$/, ''));
/** Whether a path can be put behind an address, and no credentials stand in it. */
function isPlainAddress(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { username, password, search, hash } = new URL(address);
  return username + password + search + hash === '';
}

const ESCAPED = 'with @ / ? # % in user and password written as %40 %2F %3F %23 %25';
const DATABASE_URL_FORM = `takes a PostgreSQL address, such as postgres://user:password@host:5432/parqueo, ${ESCAPED}`;
const SMTP_URL_FORM = `takes a mail server address, such as smtp://user:password@host:587, ${ESCAPED}`;
const text = (what: string) => z.string().min(1, `takes ${what}`);

const trustedProxies = z.string().transform((list, context) => {
  try {
    return parseTrustedProxies(list);
  } catch {
    // Whatever is wrong with it, what it takes says it all.
    context.addIssue('takes addresses and ranges of proxies with commas between them, such as 10.0.0.0/8, 192.0.2.7');
    return z.NEVER;
  }
});

const CONNECTIONS_TAKE = `takes a number of connections from ${MIN_CONNECTIONS} to 999`;

const variables = z.object({
  HOST: text('a host name or address to listen on').default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d+$/, 'takes a port number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'takes a port number from 0 to 65535')
    .default(8080),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'takes an http or https origin, such as https://parqueo.example' })
    .refine((url) => !URL.canParse(url) || new URL(url).pathname === '/', 'takes an origin with no path')
    .transform((url) => new URL(url).origin)
    .optional(),
  DATA_DIR: text('a folder').optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: DATABASE_URL_FORM })
    .refine(hasEscapedCredentials, DATABASE_URL_FORM)
    .optional(),
  DATABASE_CONNECTIONS: z
    .string()
    .regex(/^\d{1,3}$/, CONNECTIONS_TAKE)
    .transform(Number)
    .refine((count) => count >= MIN_CONNECTIONS, CONNECTIONS_TAKE)
    .default(DEFAULT_CONNECTIONS),
  AUTH_SIGNING_KEYS: text('a JWK set; "npm run keys" makes one').optional(),
  PUBLISHABLE_KEY: z.string().min(16, 'takes a key of at least 16 characters; "npm run keys" makes one').optional(),
  SECRET_KEY: z.string().min(32, 'takes a key of at least 32 characters; "npm run keys" makes one').optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: SMTP_URL_FORM })
    .refine(hasEscapedCredentials, SMTP_URL_FORM)
    .optional(),
  MAIL_FROM: text('the sender of mail, such as "Parqueo <no-reply@parqueo.example>"').optional(),
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
  // Shorter, and hiding it in the vendor's answers would garble them.
  LOCK_VENDOR_SECRET: z.string().min(8, 'takes the secret the lock vendor gave you, at least 8 characters').optional(),
  ADMIN_EMAIL: z.email('takes the e-mail address of the first administrator').optional(),
  ADMIN_PASSWORD: z.string().min(8, 'takes a password of at least 8 characters').optional(),
  DOUBLE_CONFIRM_CHANGES: z.enum(['on', 'off'], 'takes on or off').default('on'),
  SECURE_PASSWORD_CHANGE: z.enum(['on', 'off'], 'takes on or off').default('off'),
  ...providerVariables,
  SEED: z.enum(['demo', 'none'], 'takes demo or none').optional(),
  RATE_LIMIT: z.enum(['on', 'off'], 'takes on or off').default('on'),
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

/** Every variable that is read. */
export const VARIABLE_NAMES = Object.keys(variables.shape);

/**
 * Reads the configuration from environment variables; an empty variable counts as absent.
 * @param env the environment, for instance `process.env`
 * @param workingDir the absolute folder that a relative `DATA_DIR` is under
 * @throws OperatorError with one line that names the first variable that is wrong and what it takes
 */
export function readConfig(env: Record<string, string | undefined>, workingDir: string): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = variables.safeParse(present);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new OperatorError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  refuseContradictions(parsed.data);
  return assemble(parsed.data, workingDir);
}

function refuseContradictions(set: Variables): void {
  const together = (names: readonly (keyof Variables)[]) => {
    const missing = names.find((name) => set[name] === undefined);
    const given = names.find((name) => set[name] !== undefined);
    if (given && missing) throw new OperatorError(`${missing} must be set together with ${given}`);
  };
  together(['LOCK_VENDOR_URL', 'LOCK_VENDOR_APP_ID', 'LOCK_VENDOR_SECRET']);
  together(['ADMIN_EMAIL', 'ADMIN_PASSWORD']);
  if (set.GOOGLE_MAPS_MAP_ID !== undefined) together(['GOOGLE_MAPS_API_KEY', 'GOOGLE_MAPS_MAP_ID']);
  for (const names of PROVIDER_GROUPS) together(names);
  if (set.DATABASE_URL !== undefined) {
    for (const name of ['AUTH_SIGNING_KEYS', 'PUBLISHABLE_KEY', 'SECRET_KEY'] as const) {
      if (set[name] === undefined)
        throw new OperatorError(`${name} is required with DATABASE_URL; "npm run keys" makes one`);
    }
  }
  if (set.RATE_LIMIT === 'off' && !isLoopbackOnly({ host: set.HOST })) {
    throw new OperatorError('RATE_LIMIT takes off only when HOST is a loopback address');
  }
}

function assemble(set: Variables, workingDir: string): Config {
  const dataDir = set.DATA_DIR ?? 'data';
  const hostInUrl = set.HOST.includes(':') ? `[${set.HOST}]` : set.HOST;
  return {
    host: set.HOST,
    port: set.PORT,
    publicUrl: set.PUBLIC_URL ?? `http://${hostInUrl}:${set.PORT}`,
    dataDir: isAbsolute(dataDir) ? dataDir : join(workingDir, dataDir),
    dataDirIsSet: set.DATA_DIR !== undefined,
    databaseConnections: set.DATABASE_CONNECTIONS,
    mailFrom: set.MAIL_FROM ?? 'Parqueo <no-reply@parqueo.test>',
    maps: defined({
      googleMapsApiKey: set.GOOGLE_MAPS_API_KEY,
      googleMapsMapId: set.GOOGLE_MAPS_MAP_ID,
      styleUrl: set.MAP_STYLE_URL,
      routerUrl: set.ROUTER_URL,
      geocoderUrl: set.GEOCODER_URL,
    }),
    lockVendor: {
      name: set.LOCK_VENDOR_NAME,
      ...defined({ url: set.LOCK_VENDOR_URL, appId: set.LOCK_VENDOR_APP_ID, secret: set.LOCK_VENDOR_SECRET }),
    },
    auth: {
      doubleConfirmChanges: set.DOUBLE_CONFIRM_CHANGES === 'on',
      securePasswordChange: set.SECURE_PASSWORD_CHANGE === 'on',
    },
    providers: toProviderSettings(set),
    seed: set.SEED ?? (set.DATABASE_URL === undefined ? 'demo' : 'none'),
    rateLimit: set.RATE_LIMIT === 'on',
    // One server by itself has nobody who could take over.
    drainSeconds: set.DRAIN_SECONDS ?? (set.DATABASE_URL === undefined ? 0 : 5),
    ...defined({
      trustedProxies: set.TRUSTED_PROXIES,
      databaseUrl: set.DATABASE_URL,
      authSigningKeys: set.AUTH_SIGNING_KEYS,
      publishableKey: set.PUBLISHABLE_KEY,
      secretKey: set.SECRET_KEY,
      smtpUrl: set.SMTP_URL,
      metricsToken: set.METRICS_TOKEN,
    }),
    ...(set.ADMIN_EMAIL && set.ADMIN_PASSWORD
      ? { admin: { email: set.ADMIN_EMAIL.toLowerCase(), password: set.ADMIN_PASSWORD } }
      : {}),
  };
}

/** Drops the absent entries, so that optional properties stay absent instead of undefined. */
function defined<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
