import { join } from 'node:path';
import { getBackupFolder } from './backup/automatic-backup.ts';
import { type Config, isPublic, readConfig } from './config.ts';
import type { Database } from './database/open-database.ts';
import { hasDemoAccounts } from './database/prepare-database.ts';
import { startServer } from './lifecycle/start.ts';
import { formatFailure, printForPeople } from './log.ts';

const ROOT = join(import.meta.dirname, '..');

function describeMail(config: Config): string {
  if (config.smtpUrl !== undefined) return 'Mail goes out by SMTP';
  if (isPublic(config)) return 'Mail goes to nobody: set SMTP_URL, so that people can confirm their address';
  return `Mail goes to ${config.publicUrl}/mailbox`;
}

function describeServer(config: Config, { isEmbedded, dataDir }: Database): string {
  const lines = [`Parqueo is at ${config.publicUrl}`];
  if (isEmbedded && hasDemoAccounts(config)) {
    lines.push('Demo accounts: driver@parqueo.test and admin@parqueo.test, password parqueo-demo');
    lines.push('Set PUBLIC_URL before a proxy leads others here: it closes the demo accounts');
  }
  if (isEmbedded) lines.push(`Backups of every night and before each migration are in ${getBackupFolder(dataDir)}`);
  lines.push(describeMail(config));
  if (config.lockVendor.url === undefined) lines.push('Parking locks are simulated until LOCK_VENDOR_URL is set');
  return lines.join('\n');
}

try {
  const config = readConfig(process.env, ROOT);
  const { database, stop } = await startServer(config, join(ROOT, 'dist/web'));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  // Printed last, because its reader may send a signal at once.
  printForPeople(describeServer(config, database));
  // Lets `npm start` restart a server that has served.
  process.send?.('serving');
} catch (error) {
  console.error(formatFailure(error));
  process.exit(1);
}
