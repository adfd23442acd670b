import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readErrorCode } from '../../../supabase-server/error-code.ts';
import { describeFileError, OperatorError } from '../../config/operator-error.ts';
import { removeLeftovers } from '../../start/processes.ts';
import type { Binaries } from './binaries.ts';
import type { DataFolder } from './data-folder.ts';
import type { Endpoint } from './endpoint.ts';
import { PROGRAM_ENV } from './postmaster.ts';
import type { RunAs } from './run-as.ts';

const VERSION = '18';
/** Name of an unfinished folder, with the id of the process that creates it. */
const UNFINISHED = /^postgres\.new-(\d+)-/;

/** PostgreSQL's own locale sorts text in the same order on every machine. */
const LOCALE = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];

/** The line in which initdb says what went wrong; the lines after it tell how it cleaned up. */
const REASON = /(?:error|FATAL|PANIC): +(.+)/;

async function readVersion(folder: DataFolder): Promise<string | null> {
  try {
    return (await readFile(join(folder.cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return null;
    throw new OperatorError(`DATA_DIR ${folder.root} cannot be read; it takes a folder of your own`, { cause: error });
  }
}

/**
 * Creates the database cluster unless it exists. It appears complete or not at all, even if this process is interrupted
 * or another one does the same.
 */
export async function initialiseCluster(
  binaries: Binaries,
  folder: DataFolder,
  runAs: RunAs | null,
  user: string,
  { password }: Endpoint,
): Promise<void> {
  const existing = await readVersion(folder);
  if (existing === VERSION) return;
  if (existing !== null) {
    throw new OperatorError(`DATA_DIR ${folder.root} holds data of PostgreSQL ${existing}; this is ${VERSION}`);
  }
  await removeLeftovers(folder.root, UNFINISHED);
  const unfinished = `${folder.cluster}.new-${process.pid}-${randomUUID()}`;
  await mkdir(unfinished, { mode: 0o700 });
  if (runAs !== null) await chown(unfinished, runAs.uid, runAs.gid);
  const auth = password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${folder.password}`];
  const env = process.platform === 'win32' ? process.env : PROGRAM_ENV;
  const cwd = process.platform === 'win32' ? folder.root : '/';
  const init = spawnSync(binaries.initdb, ['-D', unfinished, '-U', user, ...auth, ...LOCALE], {
    ...runAs,
    cwd,
    encoding: 'utf8',
    env,
  });
  if (init.status !== 0) {
    await rm(unfinished, { recursive: true, force: true });
    const reason = REASON.exec(init.stderr ?? '')?.[1] ?? describeFileError(init.error);
    throw new OperatorError(`DATA_DIR ${folder.root}: PostgreSQL could not set up its files (${reason})`);
  }
  await rename(unfinished, folder.cluster).catch(async (error: NodeJS.ErrnoException) => {
    await rm(unfinished, { recursive: true });
    // Another process may have created the cluster meanwhile.
    if ((await readVersion(folder)) !== VERSION) throw error;
  });
}
