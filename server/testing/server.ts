import type { Session, SupabaseClient } from '@supabase/supabase-js';
import { type Logger, pino } from 'pino';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { type Config, readConfig } from '../config/config.ts';
import { createSettingsReader } from '../config/read-settings.ts';
import { ensureAccount } from '../database/built-in-accounts.ts';
import { type Database, openDatabase } from '../database/open-database.ts';
import { openVendorAccess } from '../functions/locks-api.ts';
import { createApp } from '../http/app.ts';
import { openKeys } from '../keys/keys.ts';
import { createMailer, type Mailer } from '../mail/mailer.ts';
import { createOutbox } from '../mail/outbox.ts';
import { PASSWORD } from './auth.ts';
import { createSharedKeys } from './crowd.ts';
import type { TestDatabase } from './database.ts';

type Parts = Partial<
  Pick<Parameters<typeof createApp>[0], 'keys' | 'lockVendor' | 'payments' | 'metrics' | 'now' | 'webBuild'>
> & {
  /** Environment variables, as in docs/settings.md. Keys are made where there are none. */
  env?: Record<string, string>;
  mailer?: Mailer;
  /** How old settings of the back office may be. */
  settingsMaxAgeMs?: number;
  kept?: ReturnType<typeof keepLog>;
};

/** A log of everything that keeps its lines. */
export function keepLog() {
  const written: string[] = [];
  return { written, log: pino({ level: 'trace' }, { write: (line: string) => void written.push(line) }) };
}

type Opened = Pick<TestDatabase, 'sql' | 'callers'> & Partial<Pick<Database, 'replica' | 'areWritesFailing'>>;

/** The whole server without a port, on a database that a test has opened; `written` is its log. */
export async function openServer(
  { sql, callers, replica, areWritesFailing }: Opened,
  { env = {}, mailer, settingsMaxAgeMs: maxAgeMs, kept = keepLog(), ...parts }: Parts = {},
) {
  const made = parts.keys === undefined ? (await createSharedKeys()).env : {};
  const config = readConfig({ RATE_LIMIT: 'off', ...made, ...env }, '/nowhere');
  const keys = parts.keys ?? (await openKeys(config, '/nowhere'));
  const { log, written } = kept;
  const outbox = createOutbox({
    sql,
    mailer: mailer ?? createMailer({ config, sql }),
    secretKey: keys.secretKey,
    log,
    metrics: parts.metrics,
  });
  const lockVendor = parts.lockVendor ?? openVendorAccess(config, log);
  const app = createApp({
    config,
    sql,
    callers,
    replica,
    ...(areWritesFailing ? { areWritesFailing } : {}),
    outbox,
    log,
    webBuild: '/nowhere',
    ...(maxAgeMs === undefined ? {} : { readSettings: createSettingsReader({ sql, config, maxAgeMs }) }),
    ...parts,
    keys,
    lockVendor,
  });
  return { app, config, keys, outbox, lockVendor, log, written };
}

export type OpenedServer = Awaited<ReturnType<typeof openServer>>;

/** Opens and migrates the configured database, as a start does. */
export async function openPreparedDatabase(config: Config, log: Logger): Promise<Database> {
  const opened = await openDatabase(config, log);
  try {
    return await opened.prepare();
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Creates an account, and opens its first session. */
export async function openAccount(
  sql: Sql,
  client: SupabaseClient,
  account: { email: string; fullName: string; isAdmin?: boolean },
): Promise<Session> {
  await ensureAccount(sql, { isAdmin: false, ...account, password: PASSWORD });
  const { data, error } = await client.auth.signInWithPassword({ email: account.email, password: PASSWORD });
  if (error) throw error;
  return data.session;
}
