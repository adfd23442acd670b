import { once } from 'node:events';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from './app.ts';
import { getBackupFolder } from './backup/automatic-backup.ts';
import { startNightlyBackup } from './backup/nightly-backup.ts';
import { type Config, isBehindProxy, readConfig } from './config.ts';
import { createDatabaseClock } from './database/connections/database-clock.ts';
import { type Database, hasDemoAccounts, openDatabase } from './database/open-database.ts';
import { createEvenAnswers } from './gotrue/limits/constant-time-response.ts';
import { openKeys } from './keys/open-keys.ts';
import { startRetention } from './lifecycle/retention.ts';
import { startSchedule } from './lifecycle/schedule.ts';
import { KEEP_ALIVE_MS, type Lifecycle, prepareGracefulStop, type Server } from './lifecycle/stop-server.ts';
import { openVendorAccess } from './locks/vendor-access.ts';
import { createLog } from './log/log.ts';
import { formatFailure } from './log/logged-error.ts';
import { startMailDelivery } from './mail/mail-delivery.ts';
import { createMailer } from './mail/mailer.ts';
import { createOutbox } from './mail/outbox.ts';
import { createMetrics } from './metrics/metrics.ts';
import { OperatorError } from './operator-error.ts';

const ROOT = join(import.meta.dirname, '..');

async function listen(server: Server, { host, port }: Config): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
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

function mailLine(config: Config): string {
  if (config.smtpUrl !== undefined) return 'Mail goes out by SMTP';
  if (isBehindProxy(config)) return 'Mail goes to nobody: set SMTP_URL, so that people can confirm their address';
  return `Mail goes to ${config.publicUrl}/mailbox`;
}

function greet(config: Config, { isEmbedded, dataDir }: Database): void {
  const lines = [`Parqueo is at ${config.publicUrl}`];
  if (isEmbedded && hasDemoAccounts(config)) {
    lines.push('Demo accounts: driver@parqueo.test and admin@parqueo.test, password parqueo-demo');
  }
  if (isEmbedded) lines.push(`Backups of every night and before each migration are in ${getBackupFolder(dataDir)}`);
  lines.push(mailLine(config));
  if (config.lockVendor.url === undefined) lines.push('Parking locks are simulated until LOCK_VENDOR_URL is set');
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function start(): Promise<void> {
  const log = createLog();
  const config = readConfig(process.env, ROOT);
  const database = await openDatabase(config, log);
  try {
    const keys = await openKeys(config, database.dataDir);
    const { sql, callers, maintenance } = database;
    const mailer = createMailer({ config, sql });
    const lockVendor = openVendorAccess(config, log, { sql, secretKey: keys.secretKey });
    const even = createEvenAnswers();
    // Nobody can read them without the token, so then nothing is counted.
    const metrics = config.metricsToken === undefined ? undefined : createMetrics(callers.pool);
    const outbox = createOutbox({
      sql,
      mailer: metrics?.countMails(mailer) ?? mailer,
      secretKey: keys.secretKey,
      log,
      onGivenUp: metrics?.countMailsGivenUp,
    });
    // As root the data may be elsewhere than configured, and an imported map with it.
    const { dataDir } = database;
    const standing: Lifecycle = { phase: 'serving' };
    const clock = createDatabaseClock(sql);
    await clock.sync();
    const app = createApp({
      config: { ...config, dataDir },
      keys,
      sql,
      callers,
      mailer,
      outbox,
      lockVendor,
      log,
      even,
      ...(metrics ? { metrics } : {}),
      demoAccounts: database.demoAccounts,
      standing,
      now: clock.now,
      webBuild: join(ROOT, 'dist/web'),
    });
    const server = createAdaptorServer({ fetch: app.fetch, serverOptions: { keepAliveTimeout: KEEP_ALIVE_MS } });
    const stopServer = prepareGracefulStop(server, standing, log);
    await listen(server, config);
    const stopSchedule = startSchedule({ sql: maintenance, clock, log, metrics });
    const stopRetention = startRetention({ sql: maintenance, log, metrics });
    const stopMailDelivery = startMailDelivery({ outbox, log, metrics });
    // Whoever runs an outside database backs it up.
    const stopBackup = database.isEmbedded && startNightlyBackup({ sql: maintenance, dataDir, log, metrics });

    // What is in flight is finished, then the database is closed; a second signal changes nothing.
    const stop = async () => {
      if (standing.phase !== 'serving') return;
      await stopServer(config.drainSeconds);
      await stopSchedule();
      await stopRetention();
      if (stopBackup) await stopBackup();
      await lockVendor.close();
      await even.settled();
      await stopMailDelivery();
      await database.close();
      process.exit(0);
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
    // Who reads this may ask to stop at once, so it comes last.
    greet(config, database);
    // npm start starts again what has served once.
    process.send?.('serving');
  } catch (error) {
    await database.close();
    throw error;
  }
}

start().catch((error: unknown) => {
  console.error(formatFailure(error));
  process.exit(1);
});
