import { isAbsolute, join } from 'node:path';
import { closestMatch } from 'leven';
import { PAYMENT_GROUPS } from '../../supabase/functions/payments/settings.ts';
import { FISCAL_GROUPS, toFiscalConfig } from '../fiscal/fiscal-access.ts';
import { toPaymentConfig } from '../functions/payment-config.ts';
import { OperatorError } from './operator-error.ts';
import { PROVIDER_GROUPS, toProviderSettings } from './provider-config.ts';
import { VARIABLE_NAMES, type Variables, variables } from './variables.ts';

/** Everything the operator may set, read once at the start; see docs/settings.md. */
export type Config = ReturnType<typeof toConfig>;

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '::1']);
/** HOST takes these to listen everywhere; no browser uses them as a name. */
const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

type Addresses = { host: string; publicUrl: string };

/** Whether the server listens on this machine only, which `RATE_LIMIT=off` and the demo require. */
function isLoopbackOnly(config: Pick<Addresses, 'host'>): boolean {
  return LOOPBACK_HOSTS.has(config.host);
}

/**
 * Whether the server is for others than this machine: it is reached by another name, or by https, which it does not speak
 * itself. A proxy on this machine may then forward anybody's requests.
 */
export function isPublic({ publicUrl }: Pick<Addresses, 'publicUrl'>): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  const name = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'https:' || !(LOOPBACK_HOSTS.has(name) || ANY_ADDRESS.has(name));
}

/** Whether only people on this machine reach the server. */
export const isForThisMachine = (addresses: Addresses): boolean => isLoopbackOnly(addresses) && !isPublic(addresses);

/**
 * Reads the configuration from environment variables. An empty variable counts as absent.
 * @param workingDir absolute folder that a relative `DATA_DIR` is in
 * @throws OperatorError that names the first wrong or misspelled variable and what it takes, and never its value
 */
export function readConfig(env: Record<string, string | undefined>, workingDir: string): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  rejectMisspelledVariables(Object.keys(present));
  const parsed = variables.safeParse(present);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new OperatorError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  requireConsistency(parsed.data);
  return toConfig(parsed.data, workingDir);
}

/** Only variables of Parqueo begin like this. */
const OWN_PREFIXES = [
  'AZUL_',
  'DGII_',
  'FISCAL_',
  'LOCK_VENDOR_',
  'PAYPAL_',
  'PUBLISHABLE_',
  'SUPPORT_',
  'TRUSTED_PROX',
  'DATABASE_READ',
  'DATABASE_REPLICA',
];
/** Set by hosting platforms; too close to our names. */
const OF_PLATFORMS = new Set(['DATABASE_SSL']);
/** Kubernetes sets these for each of its services, and a service may have the name of a provider. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT)|_PORT(_|$)/;
/** Shorter names are close to too many others. */
const LONG_NAME = 12;

/** Whether two neighbouring letters changed places, which Levenshtein's distance counts as two mistakes. */
function isSwapped(name: string, meant: string): boolean {
  const first = [...name].findIndex((letter, index) => letter !== meant[index]);
  const swapped = name.slice(0, first) + name[first + 1] + name[first] + name.slice(first + 2);
  return first !== -1 && swapped === meant;
}

/**
 * Finds variables that are surely meant for the product, and have a name that it does not know. The environment also has
 * variables of others, which are none of our business.
 * @throws OperatorError that names the first one
 */
function rejectMisspelledVariables(names: readonly string[]): void {
  for (const name of names) {
    if (VARIABLE_NAMES.includes(name) || !name.includes('_') || OF_PLATFORMS.has(name)) continue;
    const swapped = VARIABLE_NAMES.find((own) => isSwapped(name, own));
    const meant = swapped ?? closestMatch(name, VARIABLE_NAMES, { maxDistance: name.length < LONG_NAME ? 1 : 2 });
    if (meant !== undefined) throw new OperatorError(`${name} is no variable of Parqueo; did you mean ${meant}?`);
    const isOwn = OWN_PREFIXES.some((prefix) => name.startsWith(prefix)) && !OF_KUBERNETES.test(name);
    if (isOwn) throw new OperatorError(`${name} is no variable of Parqueo; docs/settings.md has all of them`);
  }
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
  for (const names of [...PROVIDER_GROUPS, ...PAYMENT_GROUPS, ...FISCAL_GROUPS]) requireTogether(env, names);
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
  const installation = { samples, hasOwnDatabase, isOnThisMachine: isForThisMachine(addresses) };
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
    /** Whether this is a demo for the people on this machine, whose accounts have a published password. */
    isDemo: samples && !hasOwnDatabase && installation.isOnThisMachine,
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
      /** A file that Node reads itself. */
      extraAuthorities: env.NODE_EXTRA_CA_CERTS,
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
