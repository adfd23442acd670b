import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionTarget } from '../../supabase-server/connections/address.ts';
import { describeConnectionError } from '../../supabase-server/connections/connection-errors.ts';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import type { Config } from '../config/config.ts';
import { OperatorError } from '../config/operator-error.ts';
import { prepareDataFolder } from '../database/embedded/data-folder.ts';
import { EMBEDDED_DATABASE, startEmbedded, toConnectionConfig } from '../database/embedded/embedded.ts';
import { readEndpoint } from '../database/embedded/endpoint.ts';
import { isRunning } from '../database/embedded/postmaster.ts';
import { findUnprivilegedUser } from '../database/embedded/run-as.ts';
import { findPrimary } from '../database/follow-primary.ts';
import { stopOnSignal } from '../start/processes.ts';

/** The configured database, which others may use at the same time. */
type OpenedDatabase = {
  sql: Sql;
  /** Folder of the stored keys and an imported map; null with an outside database. */
  dataDir: string | null;
  close: () => Promise<void>;
};

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'dataDirIsSet'>;

// The name of the connection is not the server's, by which a restore finds running servers.
const connect = (target: ConnectionTarget) =>
  openOwnerPool(target, null, { max: 1, name: 'parqueo backup', isForMaintenance: true });

const say = (line: string) => process.stdout.write(`${line}\n`);

async function openOutsideDatabase(url: string): Promise<OpenedDatabase> {
  const sql = connect(await findPrimary(url));
  const close = () => sql.end();
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

/** Starts the embedded database for this process alone. @throws OperatorError while a server uses it */
async function startEmbeddedDatabase(config: DatabaseConfig): Promise<OpenedDatabase> {
  const embedded = await startEmbedded(config, { say });
  const removeSignalHandlers = stopOnSignal(embedded.stop);
  const sql = connect({ ...embedded.connection, database: EMBEDDED_DATABASE });
  const close = async () => {
    await sql.end();
    await embedded.stop();
    removeSignalHandlers();
  };
  return { sql, dataDir: embedded.dataDir, close };
}

/**
 * Opens the database for reading. The embedded one is started unless its server is running.
 * @throws OperatorError when there is none
 */
export async function openToRead(config: DatabaseConfig): Promise<OpenedDatabase> {
  if (config.databaseUrl !== undefined) return openOutsideDatabase(config.databaseUrl);
  const folder = await prepareDataFolder(config, findUnprivilegedUser());
  const version = await readFile(join(folder.cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version === null) throw new OperatorError(`There is no database in DATA_DIR ${folder.root}`);
  const endpoint = (await isRunning(folder)) ? await readEndpoint(folder) : null;
  if (endpoint === null) return startEmbeddedDatabase(config);
  const sql = connect({ ...toConnectionConfig(endpoint), database: EMBEDDED_DATABASE });
  return { sql, dataDir: folder.root, close: () => sql.end() };
}

/** Opens the database for a restore. No server can use an embedded one meanwhile. */
export async function openToReplace(config: DatabaseConfig): Promise<OpenedDatabase> {
  return config.databaseUrl === undefined ? startEmbeddedDatabase(config) : openOutsideDatabase(config.databaseUrl);
}
