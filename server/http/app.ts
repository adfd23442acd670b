import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { except } from 'hono/combine';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX, compress } from 'hono/compress';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { requestId } from 'hono/request-id';
import type { Logger } from 'pino';
import { extractLocaleFromRequest } from '#language';
import { m } from '#messages';
import { REFRESH_SECONDS } from '../../supabase/functions/payments/handler.ts';
import type { AppEnv, Caller } from '../../supabase-server/caller.ts';
import { clientAddress, requireThisMachine } from '../../supabase-server/client-address.ts';
import { isDatabaseUnavailable, RETRY_AFTER_SECONDS } from '../../supabase-server/connections/connection-errors.ts';
import type { CallerPool } from '../../supabase-server/connections/pool.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { createAuthApi } from '../../supabase-server/gotrue/auth-api.ts';
import type { BackgroundTasks } from '../../supabase-server/gotrue/background-tasks.ts';
import { identifyCaller } from '../../supabase-server/gotrue/sessions/identify-caller.ts';
import { createDataApi } from '../../supabase-server/postgrest/data-api.ts';
import { createDatabaseCheck, createOwnerCheck } from '../../supabase-server/postgrest/execute/database-check.ts';
import type { CertificateExpiries } from '../config/certificates.ts';
import type { Config } from '../config/config.ts';
import { createSettingsReader, type ReadSettings } from '../config/read-settings.ts';
import { createReplicaPreference, mayCallBeStale, mayReadBeStale, type ReadReplica } from '../database/read-replica.ts';
import { createReceiverApi, type FiscalReceiver } from '../fiscal/receiver-api.ts';
import { createLockProxy, createOpenSpace, type VendorAccess } from '../functions/locks-api.ts';
import { NO_PAYMENTS, type PaymentAccess } from '../functions/payment-access.ts';
import { createPaymentsApi, isPaymentReturn, KEYLESS_PAYMENT_PATHS } from '../functions/payments-api.ts';
import { type Checks, createSystemStatus } from '../functions/system-status.ts';
import { createTicketArrival } from '../functions/ticket-arrival.ts';
import { createTicketFunction, createTicketPages } from '../functions/tickets-api.ts';
import type { Keys } from '../keys/keys.ts';
import { requestLog } from '../log.ts';
import { createMailbox } from '../mail/mailbox.ts';
import { createAuthMails } from '../mail/mails.ts';
import type { Outbox } from '../mail/outbox.ts';
import { createMapsApi } from '../maps/maps-api.ts';
import { TILE_TYPE } from '../maps/style/map-style.ts';
import { createFirstAdminPage } from '../start/first-admin.ts';
import type { Lifecycle } from '../start/stop.ts';
import { accountRules, verifyAdmin } from './account-rules.ts';
import { createHealth } from './health.ts';
import { limitRequests, rejectReadsWhileStopping } from './limit-request.ts';
import { countRequests, createMetricsApi, type Metrics } from './metrics.ts';
import { createOpenDataApi } from './open-data-api.ts';
import { requireListedPaths } from './public-paths.ts';
import { securityHeaders } from './security-headers.ts';
import { createBrowserConfig, createWebBuild } from './web-build.ts';

const rejectOtherHosts = (c: Context) =>
  c.text(m.demo_this_machine_only({}, { locale: extractLocaleFromRequest(c.req.raw) }), 403);

/** Browsers go by this time, as their own clock may be wrong: it is the one that decides, whichever server answers. */
const tellTime =
  (now: () => number = Date.now): MiddlewareHandler =>
  async (c, next) => {
    // Before the response is made: a header that is added to a finished one has it made again, as a stream.
    c.header('date', new Date(now()).toUTCString());
    await next();
  };

type AppDependencies = {
  config: Config;
  keys: Keys;
  sql: Sql;
  callers: CallerPool;
  replica?: ReadReplica | undefined;
  outbox: Outbox;
  readSettings?: ReadSettings;
  lockVendor: VendorAccess;
  /** Without it drivers pay nothing. */
  payments?: PaymentAccess;
  /** Without it no fiscal documents are received. */
  fiscalReceiver?: FiscalReceiver | undefined;
  log: Logger;
  /** Absolute folder of the built web app. */
  webBuild: string;
  backgroundTasks?: BackgroundTasks;
  metrics?: Metrics;
  /** The clock that all servers on the database share, in milliseconds since 1970; by default this machine's. */
  now?: () => number;
  lifecycle?: Lifecycle;
  /** Whether the database responds, and takes no writes. */
  areWritesFailing?: () => boolean;
  expiries?: CertificateExpiries;
};

type FunctionDependencies = AppDependencies & {
  readSettings: ReadSettings;
  payments: PaymentAccess;
  onLimited: Metrics['countRateLimited'] | undefined;
  checks: Checks;
};

/** Creates what Supabase serves as edge functions. */
function createFunctions({ payments, checks, ...dependencies }: FunctionDependencies): Hono<AppEnv> {
  const { config, keys, sql, callers, lockVendor, readSettings, expiries, onLimited, now } = dependencies;
  const { providers } = payments;
  return new Hono<AppEnv>()
    .route('/', createLockProxy({ sql, lockVendor }))
    .route('/', createOpenSpace({ sql, lockVendor }))
    .route('/', createTicketFunction({ config, keys, sql }))
    .route('/', createTicketArrival({ config, keys, sql, callers, now }))
    .route('/', createSystemStatus({ config, keys, sql, providers, expiries, checks }))
    .route('/', createPaymentsApi({ config, sql, providers, readSettings, onLimited, now }))
    .all('/*', (c) => c.json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, 404));
}

/** Creates the whole server: middleware and routers in the order in which a request reaches them. */
export function createApp(dependencies: AppDependencies): Hono<AppEnv> {
  const { config, keys, sql, callers, replica, outbox, backgroundTasks, log, webBuild } = dependencies;
  const { metrics, now, payments = NO_PAYMENTS } = dependencies;
  const readSettings = dependencies.readSettings ?? createSettingsReader({ sql, config });
  const preferReplica = replica && createReplicaPreference(replica, metrics?.countStaleRead);
  const staleReads = preferReplica && { preferReplica, mayReadBeStale, mayCallBeStale };
  const lifecycle = dependencies.lifecycle ?? { phase: 'serving' };
  const checkDatabase = createDatabaseCheck(callers.pool);
  const checkOwner = createOwnerCheck(sql);
  const identify = identifyCaller(keys, config.publicUrl, now);
  const app = new Hono<AppEnv>();
  app.use(requestId());
  app.use(clientAddress(config));
  app.use(requestLog(log));
  app.use(tellTime(now));
  if (metrics) app.use(countRequests(metrics));
  if (config.isDemo) app.use(requireThisMachine(rejectOtherHosts));
  app.use(rejectReadsWhileStopping(lifecycle));
  // The data API sets its own headers.
  app.use(except('/rest/v1/*', securityHeaders(config)));
  app.use(
    compress({
      encoding: 'gzip',
      contentTypeFilter: (type) => type === TILE_TYPE || COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type),
    }),
  );
  app.use('/rest/v1/*', identify);
  // As on Supabase, pages of any origin may call functions. The preflight request carries no key.
  app.use('/functions/v1/*', cors({ origin: '*', allowMethods: ['GET', 'POST'] }));
  app.use(
    '/functions/v1/*',
    except(
      KEYLESS_PAYMENT_PATHS.map((path) => `/functions/v1${path}`),
      identify,
    ),
  );
  const isAdmin = async (caller: Caller) => (await verifyAdmin(sql, caller)).kind === 'admin';
  app.use(limitRequests({ isAdmin, checks: { owner: checkOwner, callers: checkDatabase } }));
  app.route('/', createMetricsApi(config.metricsToken, metrics));
  app.route('/', createHealth({ checkDatabase, lifecycle, areWritesFailing: dependencies.areWritesFailing }));
  app.route('/', createBrowserConfig(config, keys));
  app.route('/rest/v1', createDataApi({ sql, callers, staleReads, onError: metrics?.countDatabaseError }));
  const onLimited = metrics?.countRateLimited;
  const mails = createAuthMails(outbox);
  const auth = { sql, config, keys, mails, readSettings, now, onLimited, backgroundTasks };
  app.route('/auth/v1', createAuthApi({ ...auth, rules: accountRules }));
  app.route('/maps', createMapsApi({ config, log }));
  if (config.openData) app.route('/open', createOpenDataApi(sql, preferReplica));
  app.all('/open/*', (c) => c.notFound());
  const { fiscalReceiver: receiver } = dependencies;
  const { rateLimit } = config;
  if (receiver) {
    app.route('/', createReceiverApi({ sql, receiver, secret: keys.secretKey, rateLimit, now, onLimited, log }));
  }
  app.route('/', createMailbox({ config, sql, keys }));
  app.route('/', createFirstAdminPage({ config, sql, keys, readSettings, onLimited }));
  const checks = { checkDatabase, checkOwner };
  app.route('/functions/v1', createFunctions({ ...dependencies, readSettings, payments, onLimited, checks }));
  app.route('/', createTicketPages({ config, keys, sql, now }));
  app.route('/', createWebBuild({ config, folder: webBuild, readSettings, formOrigins: payments.formOrigins }));
  app.onError((error, c) => {
    c.get('log').error({ err: error }, 'request failed');
    if (isPaymentReturn(c.req.path)) c.header('refresh', `${REFRESH_SECONDS}`);
    if (isDatabaseUnavailable(error) || (error instanceof HTTPException && error.status === 503)) {
      c.header('retry-after', `${RETRY_AFTER_SECONDS}`);
      return c.json({ code: 'unavailable', message: 'The server cannot answer right now. Please try again.' }, 503);
    }
    return c.json({ code: 'unexpected', message: 'The server could not answer. Please try again.' }, 500);
  });
  requireListedPaths(app);
  return app;
}
