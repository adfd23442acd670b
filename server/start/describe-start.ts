import { getBackupFolder } from '../backup/automatic-backup.ts';
import type { Config } from '../config/config.ts';
import { DEMO_PASSWORD } from '../database/built-in-accounts.ts';
import type { Database } from '../database/open-database.ts';
import { deriveOperatorKey, type Keys } from '../keys/keys.ts';

type Started = { database: Pick<Database, 'accounts' | 'isEmbedded' | 'dataDir'>; keys: Keys };

function describeMail({ smtpUrl, publicUrl, isDemo }: Config, key: string): string {
  if (smtpUrl !== undefined) return 'Mail goes out by SMTP';
  return `Mail goes to ${publicUrl}/mailbox${isDemo ? '' : `?key=${key}`} until SMTP_URL is set`;
}

/** What a person who starts the server reads, with the links that only they get. */
export function describeStart(config: Config, { database, keys }: Started): string {
  const { accounts, isEmbedded, dataDir } = database;
  const key = deriveOperatorKey(keys);
  const lines = [`Parqueo is at ${config.publicUrl}`];
  if (accounts.demo.length > 0) {
    lines.push(`Demo accounts: ${accounts.demo.join(' and ')}, password ${DEMO_PASSWORD}`);
  }
  if (config.isDemo) lines.push('This demo serves this machine only; SAMPLES=off and PUBLIC_URL serve others');
  if (!accounts.hasAdministrator) {
    lines.push(`Make the first administrator at ${config.publicUrl}/first-admin?key=${key}`);
  }
  if (isEmbedded) lines.push(`Backups of every night and before each migration are in ${getBackupFolder(dataDir)}`);
  lines.push(describeMail(config, key));
  if (config.lockVendor.url === undefined) lines.push('Parking locks are simulated until LOCK_VENDOR_URL is set');
  return lines.join('\n');
}
