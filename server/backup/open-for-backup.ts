import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres, { type Options, type Sql } from 'postgres';
import type { Config } from '../config.ts';
import { describeConnectionError } from '../database/connections/connection-errors.ts';
import { prepareDataFolder } from '../database/embedded/data-folder.ts';
import { EMBEDDED_DATABASE, startEmbedded, toConnectionOptions } from '../database/embedded/embedded.ts';
import { readEndpoint } from '../database/embedded/endpoint.ts';
import { isRunning } from '../database/embedded/postmaster.ts';
import { findUnprivilegedUser } from '../database/embedded/run-as.ts';
import { stopOnSignal } from '../database/stop-on-signal.ts';
import { OperatorError } from '../operator-error.ts';

/** The database the settings name, opened beside whoever else uses it. */
export type OpenedDatabase = {
  sql: Sql;
  /** The folder of the kept keys and an imported map; null with an outside database. */
  dataDir: string | null;
  close: () => Promise<void>;
};

type Where = Pick<Config, 'databaseUrl' | 'dataDir' | 'dataDirIsSet'>;

const HABITS = {
  max: 1,
  connect_timeout: 10,
  // Another name than the server's, which is looked for.
  connection: { application_name: 'parqueo backup' },
  onnotice: () => undefined,
} satisfies Options<Record<string, never>>;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function openOutside(url: string): Promise<OpenedDatabase> {
  const sql = postgres(url, HABITS);
  const close = () => sql.end({ timeout: 5 });
  try {
    await sql`select 1`;
  } catch (cause) {
    await close();
    throw new OperatorError(`DATABASE_URL: the database does not answer (${describeConnectionError(cause)})`, {
      cause,
    });
  }
  return { sql, dataDir: null, close };
}

/** Opens the embedded database for this process alone, and starts it. @throws OperatorError while a server uses it */
async function openStopped(config: Where): Promise<OpenedDatabase> {
  const embedded = await startEmbedded(config, { say });
  const isClosed = stopOnSignal(embedded.stop);
  const sql = postgres({ ...embedded.connection, ...HABITS, database: EMBEDDED_DATABASE });
  const close = async () => {
    await sql.end({ timeout: 5 });
    await embedded.stop();
    isClosed();
  };
  return { sql, dataDir: embedded.dataDir, close };
}

/**
 * Opens the database to read it: beside a running server, or by starting the embedded one for a moment.
 * @throws OperatorError when there is none
 */
export async function openToRead(config: Where): Promise<OpenedDatabase> {
  if (config.databaseUrl !== undefined) return openOutside(config.databaseUrl);
  const folder = await prepareDataFolder(config, findUnprivilegedUser());
  const version = await readFile(join(folder.cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version === null) throw new OperatorError(`There is no database in DATA_DIR ${folder.root}`);
  const endpoint = (await isRunning(folder)) ? await readEndpoint(folder) : null;
  if (endpoint === null) return openStopped(config);
  const sql = postgres({ ...toConnectionOptions(endpoint), ...HABITS, database: EMBEDDED_DATABASE });
  return { sql, dataDir: folder.root, close: () => sql.end({ timeout: 5 }) };
}

/** Opens the database to write it anew; an embedded one belongs to this process meanwhile. */
export async function openToReplace(config: Where): Promise<OpenedDatabase> {
  return config.databaseUrl === undefined ? openStopped(config) : openOutside(config.databaseUrl);
}
