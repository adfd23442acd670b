import type { Hono } from 'hono';
import { inspectRoutes } from 'hono/dev';
import { TrieRouter } from 'hono/router/trie-router';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { LIMITS, type Limit } from '../../supabase-server/gotrue/limits/rate-limit.ts';

/** How much is done at once for one person and for one network; a larger IPv6 network has four times as much. */
export type Share = { name: string; network: number; person?: number };

export type PublicPath = {
  /** A path of Hono's; the first that fits counts. */
  path: string;
  /** A parameter of the query that has to fit, too. */
  query?: readonly [name: string, value: string];
  /** Whether it is for what no other path takes. */
  isRest?: boolean;
  /** Who gets more than a rejection. */
  who: string;
  /** The longest body. 0: a body is not read. */
  bytes: number | BytesByCaller;
  /** What its handler counts. */
  rates?: readonly Limit[];
  share?: Share;
  /** The connections that it uses, which also limit its time. */
  database?: 'owner' | 'callers';
};

type BytesByCaller = { visitor: number; driver: number; administrator: number };

const KB = 1024;
/** Only administrators import files. */
const DATA: BytesByCaller = { visitor: 16 * KB, driver: 64 * KB, administrator: 2048 * KB };

const SIGN_IN: Share = { name: 'sign-in', network: 4 };
/** Passwords take long to check: sessions of a network are not renewed behind them. */
const RENEWAL: Share = { name: 'renewal', network: 4 };
const FUNCTIONS: Share = { name: 'functions', network: 4, person: 2 };
/** These wait for a lock or a provider, and a mobile network has thousands of drivers behind one address. */
const WAITING_FUNCTIONS: Share = { name: 'waiting functions', network: 32, person: 2 };

/** The rates of what is not sign-in. They are loose for a network, as the database limits what a person does. */
export const RATES = {
  paymentStartByNetwork: { name: 'payment-start-address', hits: 300, seconds: 300 },
  paymentCheckByNetwork: { name: 'payment-check-address', hits: 600, seconds: 300 },
  paymentReturnByNetwork: { name: 'payment-return-address', hits: 600, seconds: 300 },
  paymentWebhookByNetwork: { name: 'payment-webhook-address', hits: 3000, seconds: 300 },
  paymentStartByPerson: { name: 'payment-start-account', hits: 60, seconds: 3600 },
  // Each of these requests asks the provider.
  paymentCheckByPerson: { name: 'payment-check-account', hits: 20, seconds: 60 },
  // Attendants of a car park may share a network.
  ticketCheckByNetwork: { name: 'ticket-check', hits: 600, seconds: 300 },
  ticketByPerson: { name: 'ticket', hits: 120, seconds: 3600 },
  ticketScanByPerson: { name: 'ticket-scan', hits: 600, seconds: 300 },
  firstAdminByNetwork: { name: 'first-admin', hits: 20, seconds: 3600 },
  fiscalReceiverByNetwork: { name: 'fiscal-receiver-address', hits: 30, seconds: 300 },
} as const satisfies Record<string, Limit>;

const auth = (path: string, rates: readonly Limit[] = [], who = 'publishable key'): PublicPath => ({
  path: `/auth/v1/${path}`,
  who,
  bytes: 32 * KB,
  rates,
  share: SIGN_IN,
  database: 'owner',
});
const MAIL = [LIMITS.mailByAddress, LIMITS.mailByAccount, LIMITS.mailByAccountAndHour, LIMITS.mailByMailbox];

const fn = (path: string, who: string, more: Partial<PublicPath> = {}): PublicPath => ({
  path: `/functions/v1/${path}`,
  who,
  bytes: 4 * KB,
  share: FUNCTIONS,
  database: 'owner',
  ...more,
});

const fiscal = (path: string, who: string, bytes: number): PublicPath => ({
  path: `/fe/${path}`,
  who,
  bytes,
  rates: [RATES.fiscalReceiverByNetwork],
  share: { name: 'fiscal receiver', network: 2 },
  database: 'owner',
});

const read = (path: string, more: Partial<PublicPath> = {}): PublicPath => ({ path, who: 'anyone', bytes: 0, ...more });

/** Every path that strangers reach, and what it limits. A path that is missing here stops the start. */
export const PUBLIC_PATHS: readonly PublicPath[] = [
  read('/healthz'),
  read('/readyz'),
  read('/metrics', { who: 'metrics token' }),
  read('/config.json'),

  { path: '/rest/v1/rpc/add_plate_note', who: 'session', bytes: { ...DATA, driver: 448 * KB }, database: 'callers' },
  { path: '/rest/v1/rpc/:name', who: 'publishable key', bytes: DATA, database: 'callers' },
  { path: '/rest/v1/:table', who: 'publishable key', bytes: DATA, database: 'callers' },
  { path: '/rest/v1/*', isRest: true, who: 'nobody', bytes: DATA, database: 'callers' },

  auth('health', [], 'anyone'),
  auth('settings'),
  auth('.well-known/jwks.json', [], 'anyone'),
  {
    ...auth('token', [LIMITS.refreshByAddress, LIMITS.refreshByAccount]),
    query: ['grant_type', 'refresh_token'],
    share: RENEWAL,
  },
  auth('token', [
    LIMITS.signInByAddress,
    LIMITS.signInByAccountAndSource,
    LIMITS.signInByAccount,
    LIMITS.verifyByAddress,
    LIMITS.providerByAddress,
    LIMITS.providerByAccount,
  ]),
  auth('signup', [LIMITS.signUpByAddress, LIMITS.guestByAddress, LIMITS.guests, ...MAIL]),
  auth('otp', MAIL),
  auth('recover', MAIL),
  auth('resend', MAIL),
  auth('verify', [LIMITS.verifyByAddress, LIMITS.codeByAccountAndSource, LIMITS.codeByAccount], 'anyone with a link'),
  auth('authorize', [LIMITS.providerByAddress], 'anyone'),
  auth('callback', [LIMITS.providerByAddress], 'anyone'),
  auth('user', [LIMITS.passwordChangeByAccount, LIMITS.reauthenticationByAccount, ...MAIL], 'session'),
  auth('logout', [], 'session'),
  auth('reauthenticate', MAIL, 'session'),
  auth('user/identities/*', [LIMITS.providerByAddress], 'session'),
  auth('factors/*', [LIMITS.challengeByAccount, LIMITS.factorByAccount], 'session'),
  auth('admin/*', [], 'secret key'),
  auth('invite', [], 'secret key'),
  auth('sso', [], 'nobody'),
  { ...auth('*', [], 'nobody'), isRest: true },

  fn('lock-proxy', 'administrator', { bytes: 32 * KB }),
  fn('open-space', 'session', { share: WAITING_FUNCTIONS }),
  fn('ticket', 'session', { rates: [RATES.ticketByPerson] }),
  fn('ticket-arrival', 'administrator', { rates: [RATES.ticketScanByPerson] }),
  fn('system-status', 'administrator', { bytes: 0 }),
  fn('payments/paypal/*', 'PayPal, and browsers that come back', {
    bytes: 64 * KB,
    share: WAITING_FUNCTIONS,
    rates: [RATES.paymentWebhookByNetwork, RATES.paymentReturnByNetwork],
  }),
  fn('payments/azul/*', 'browsers that come back', {
    bytes: 16 * KB,
    share: WAITING_FUNCTIONS,
    rates: [RATES.paymentReturnByNetwork],
  }),
  fn('payments/*', 'session', {
    share: WAITING_FUNCTIONS,
    rates: [
      RATES.paymentStartByPerson,
      RATES.paymentStartByNetwork,
      RATES.paymentCheckByPerson,
      RATES.paymentCheckByNetwork,
    ],
  }),
  { ...fn('*', 'nobody', { bytes: 0 }), isRest: true },

  fiscal('autenticacion/api/semilla', 'anyone', 0),
  // A signed seed. The certificates of some authorities take 3,400 bytes of it.
  fiscal('autenticacion/api/validacioncertificado', 'anyone', 8 * KB),
  // An invoice of about 150 lines.
  fiscal('recepcion/api/ecf', 'token of the receiver', 64 * KB),
  fiscal('aprobacioncomercial/api/ecf', 'token of the receiver', 64 * KB),
  { ...fiscal('*', 'nobody', 0), isRest: true },

  // The thread of the map divides its time between networks.
  read('/maps/*'),
  read('/open/*', { database: 'owner' }),
  {
    path: '/first-admin',
    who: 'key of the start',
    bytes: 4 * KB,
    rates: [RATES.firstAdminByNetwork],
    share: SIGN_IN,
    database: 'owner',
  },
  read('/mailbox', { who: 'this machine, or the key of the start', database: 'owner' }),
  read('/mailbox.json', { who: 'this machine, or the key of the start', database: 'owner' }),
  read('/ticket/:token', {
    who: 'anyone with a ticket',
    rates: [RATES.ticketCheckByNetwork],
    share: { name: 'tickets', network: 4 },
  }),

  read('/.well-known/change-password'),
  read('/favicon.ico'),
  read('/'),
  read('/index.html'),
  read('/assets/*'),
  read('/:file{manifest\\.\\w+\\.webmanifest}'),
  read('/*', { isRest: true }),
];

type ReadQuery = (name: string) => string | undefined;

/** Finds what a request's path limits, as Hono finds its handler. */
export function createPathFinder(): (path: string, readQuery: ReadQuery) => PublicPath {
  const router = new TrieRouter<PublicPath>();
  for (const path of PUBLIC_PATHS) router.add('ALL', path.path, path);
  return function findPath(path, readQuery) {
    const found = router.match('ALL', path)[0].find(([{ query }]) => !query || readQuery(query[0]) === query[1]);
    if (found === undefined) throw new Error(`${path} is not among the public paths`);
    return found[0];
  };
}

const covers = ({ path, isRest = false }: PublicPath, route: string): boolean =>
  path === route || (!isRest && path.endsWith('/*') && `${route}/`.startsWith(path.slice(0, -1)));

/** @throws Error for a handler whose path has no limits */
export function requireListedPaths(app: Hono<AppEnv>): void {
  for (const { path: route, isMiddleware } of inspectRoutes(app)) {
    if (isMiddleware || PUBLIC_PATHS.some((path) => covers(path, route))) continue;
    throw new Error(`${route} is not among the public paths`);
  }
}
