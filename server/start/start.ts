import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Logger } from 'pino';
import { describeConnectionError, isDatabaseUnavailable } from '../../supabase-server/connections/connection-errors.ts';
import { readErrorCode } from '../../supabase-server/error-code.ts';
import { createBackgroundTasks } from '../../supabase-server/gotrue/background-tasks.ts';
import { createDatabaseCheck } from '../../supabase-server/postgrest/execute/database-check.ts';
import { startNightlyBackup } from '../backup/automatic-backup.ts';
import { createCertificateWatch } from '../config/certificates.ts';
import type { Config } from '../config/config.ts';
import { OperatorError } from '../config/operator-error.ts';
import { readAuthorities } from '../config/read-pem.ts';
import { createSettingsReader } from '../config/read-settings.ts';
import { VERSION } from '../config/version.ts';
import { type Database, DISK_FULL, openDatabase } from '../database/open-database.ts';
import { openFiscalAccess } from '../fiscal/fiscal-access.ts';
import { startFiscalWork } from '../fiscal/fiscal-work.ts';
import { startPackingMonths } from '../fiscal/month-package.ts';
import { openVendorAccess } from '../functions/locks-api.ts';
import { openPaymentAccess, type PaymentAccess } from '../functions/payment-access.ts';
import { createDatabasePaymentStore, startPaymentWork } from '../functions/payments-api.ts';
import { createApp } from '../http/app.ts';
import { createMetrics, type Metrics } from '../http/metrics.ts';
import { type Keys, openKeys } from '../keys/keys.ts';
import { createMailer } from '../mail/mailer.ts';
import { createOutbox, startMailDelivery } from '../mail/outbox.ts';
import { findAddress } from '../mail/sender.ts';
import { createNotifier, preparePush } from '../notifications/deliver-notifications.ts';
import { createPushSender } from '../notifications/push-sender.ts';
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts';
import {
  type JobContext,
  type StopJob,
  scheduleJob,
  startBooksWatch,
  startCertificateWatch,
  startDailyTotals,
  startDueWork,
  startQueueWatch,
  startRetention,
} from './jobs.ts';
import { KEEP_ALIVE_MS, type Lifecycle, prepareGracefulStop } from './stop.ts';

export type RunningServer = {
  database: Database;
  keys: Keys;
  /** Finishes requests and jobs in progress, closes the database and ends the process. A second call does nothing. */
  stop: () => Promise<void>;
};

type Parts = { config: Config; webBuild: string; log: Logger; database: Database; keys: Keys };

type JobParts = Pick<Parts, 'config' | 'database'> & {
  jobs: JobContext & { metrics: Metrics | undefined };
  clock: DatabaseClock;
  checkCertificates: () => Promise<void>;
  payments: PaymentAccess;
  fiscal: Awaited<ReturnType<typeof openFiscalAccess>>;
};

/** Starts the jobs that stop before what they use is closed. Mail and notifications stop later, as what is under way causes them. */
function startJobs({ jobs, config, database, clock, checkCertificates, payments, fiscal }: JobParts): StopJob {
  const { metrics } = jobs;
  const stops = [
    startDueWork({ ...jobs, clock }),
    startDailyTotals(jobs),
    startRetention(jobs),
    startBooksWatch(jobs),
    startPackingMonths(jobs),
    startCertificateWatch({ ...jobs, check: checkCertificates }),
    ...(metrics ? [startQueueWatch({ ...jobs, metrics })] : []),
    // The operator of an outside database backs it up.
    ...(database.isEmbedded ? [startNightlyBackup({ ...jobs, dataDir: database.dataDir })] : []),
    ...(config.samples
      ? []
      : [
          startPaymentWork({
            ...jobs,
            providers: payments.providers,
            store: createDatabasePaymentStore(database.maintenance),
            now: clock.now,
          }),
        ]),
    ...(fiscal ? [startFiscalWork({ ...jobs, authority: fiscal.authority })] : []),
  ];
  return async function stopJobs() {
    await Promise.all(stops.map((stop) => stop()));
  };
}

async function serve({ config, webBuild, log, database, keys }: Parts): Promise<() => Promise<void>> {
  const { sql, callers, replica, maintenance, dataDir } = database;
  const lockVendor = openVendorAccess(config, log, { sql, secretKey: keys.secretKey });
  const payments = await openPaymentAccess({ config, sql, log });
  const backgroundTasks = createBackgroundTasks();
  const { expiries, check: checkCertificates } = createCertificateWatch({ config, sql: maintenance, log });
  // Without a token nobody can read the metrics, so nothing is counted.
  const metrics =
    config.metricsToken === undefined
      ? undefined
      : createMetrics(callers.pool, { replica, expiries, areWritesFailing: database.areWritesFailing });
  const readSettings = createSettingsReader({ sql, config });
  const mailer = createMailer({ config, sql, readSettings });
  const outbox = createOutbox({ sql, mailer, secretKey: keys.secretKey, log, metrics });
  const push =
    keys.pushKey === undefined
      ? undefined
      : createPushSender({ pushKey: keys.pushKey, contact: findAddress(config.mailFrom) });
  const notifier = createNotifier({ sql: maintenance, mailer, push, readSettings, config, log, metrics });
  if (keys.pushKey !== undefined) await preparePush(sql, keys.pushKey);
  const lifecycle: Lifecycle = { phase: 'serving' };
  const clock = createDatabaseClock(sql);
  await clock.sync();
  const fiscal = await openFiscalAccess({ config, sql, log, now: clock.now });
  const app = createApp({
    // Started as root, the database may have moved its folder, and an imported map with it.
    config: { ...config, dataDir },
    keys,
    sql,
    callers,
    replica,
    outbox,
    readSettings,
    lockVendor,
    payments,
    fiscalReceiver: fiscal?.receiver,
    log,
    backgroundTasks,
    ...(metrics ? { metrics } : {}),
    lifecycle,
    areWritesFailing: database.areWritesFailing,
    expiries,
    now: clock.now,
    webBuild,
  });
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: { keepAliveTimeout: KEEP_ALIVE_MS } });
  const stopServer = prepareGracefulStop(server, lifecycle, log);
  await listen(server, config);
  const jobs = { sql: maintenance, log, metrics };
  const stopMailDelivery = startMailDelivery({ ...jobs, outbox });
  const stopNotifications = scheduleJob({
    ...jobs,
    job: 'notifications',
    pattern: '*/5 * * * * *',
    work: notifier.deliverDue,
  });
  const stopJobs = startJobs({ jobs, config, database, clock, checkCertificates, payments, fiscal });
  return async function stop() {
    if (lifecycle.phase !== 'serving') return;
    log.info({ version: VERSION }, 'stopping');
    await stopServer(config.drainSeconds);
    // Jobs would hang with the database, so it is asked first.
    await createDatabaseCheck(callers.pool)().catch(async (error: unknown) => {
      log.warn({ err: error }, 'the database does not respond, so jobs under way are cut off');
      await Promise.all([sql.end(0), maintenance.end(0), callers.close(0)]);
    });
    await stopJobs();
    await fiscal?.close();
    await payments.close();
    await lockVendor.close();
    await backgroundTasks.whenIdle();
    await stopMailDelivery();
    await stopNotifications();
    await database.close();
    log.info({ version: VERSION }, 'stopped');
    process.exit(0);
  };
}

async function openAndServe(config: Config, webBuild: string, log: Logger): Promise<RunningServer> {
  // Node itself goes on without a file that it cannot read, and connections fail later.
  if (config.extraAuthorities !== undefined) readAuthorities('NODE_EXTRA_CA_CERTS', config.extraAuthorities);
  await requireFreeAddress(config);
  const opened = await openDatabase(config, log);
  try {
    const keys = await openKeys(config, opened.dataDir);
    const database = await opened.prepare();
    return { database, keys, stop: await serve({ config, webBuild, log, database, keys }) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * Opens the database and the keys, migrates, listens and starts the scheduled jobs. Nothing is migrated while a variable, a
 * key or the address is wrong.
 * @param webBuild absolute folder of the built web app
 */
export async function startServer(config: Config, webBuild: string, log: Logger): Promise<RunningServer> {
  try {
    const server = await openAndServe(config, webBuild, log);
    if (config.smtpUrl === undefined && !config.isDemo) log.warn('mail stays in the mailbox, as SMTP_URL is not set');
    if (!server.database.accounts.hasAdministrator) {
      log.warn('there is no administrator: set ADMIN_EMAIL, or start on a terminal, which shows a link that makes one');
    }
    log.info({ version: VERSION, publicUrl: config.publicUrl }, 'started');
    return server;
  } catch (error) {
    throw explainStartError(error, config);
  }
}

/** Turns the error of a database that has no space, or is lost, into one for the operator; any other error stays. */
function explainStartError(cause: unknown, { databaseUrl, dataDir }: Config): unknown {
  const database = databaseUrl === undefined ? `DATA_DIR ${dataDir}` : 'DATABASE_URL';
  if (readErrorCode(cause) === DISK_FULL)
    return new OperatorError(`${database}: no space is left on the disk of the database`, { cause });
  if (isDatabaseUnavailable(cause)) {
    const log = databaseUrl === undefined ? '; postgres.log in it may say why' : '';
    const reason = describeConnectionError(cause);
    return new OperatorError(`${database}: the database was lost during the start (${reason})${log}`, { cause });
  }
  return cause;
}

type Address = Pick<Config, 'host' | 'port'>;

async function listen(server: Server, { host, port }: Address): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const code = readErrorCode(cause);
    if (code === 'EADDRINUSE')
      throw new OperatorError(`PORT ${port} is taken on ${host}; set PORT to a free one`, { cause });
    if (code === 'EACCES')
      throw new OperatorError(`PORT ${port} needs more rights; set PORT to 1024 or above`, { cause });
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new OperatorError(`HOST ${host} is not an address of this machine`, { cause });
    }
    throw cause;
  }
}

/** Fails early on a taken port. It does not listen while migrating, so that balancers try another server. */
async function requireFreeAddress(address: Address): Promise<void> {
  // A load balancer's connection in this moment would keep the probe open.
  const probe = createServer((socket) => socket.destroy());
  await listen(probe, address);
  const closed = once(probe, 'close');
  probe.close();
  await closed;
}
