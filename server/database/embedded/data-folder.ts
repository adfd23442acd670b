import { existsSync } from 'node:fs';
import { access, chmod, constants, mkdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readErrorCode } from '../../../supabase-server/error-code.ts';
import type { Config } from '../../config/config.ts';
import { describeFileError, OperatorError } from '../../config/operator-error.ts';
import { hasAccess, type RunAs } from './run-as.ts';

/** Holds the data of projects that the database's user cannot access. */
const SHARED_DATA = '/var/lib/parqueo';

export type DataFolder = { root: string; cluster: string; log: string; password: string };

/** Creates a folder and those above it. Node's own way to do so never ends for a path in /proc. */
async function createFolders(path: string): Promise<void> {
  if (existsSync(path)) return;
  await createFolders(dirname(path));
  await mkdir(path).catch((error: unknown) => {
    // Another process may create it at the same time.
    if (readErrorCode(error) !== 'EEXIST') throw error;
  });
}

export async function createFolder(root: string, use = constants.W_OK | constants.X_OK): Promise<void> {
  let reason: string | undefined;
  try {
    await createFolders(root);
    await access(root, use);
    if (!(await stat(root)).isDirectory()) reason = 'it is no folder';
  } catch (error) {
    reason = describeFileError(error);
  }
  if (reason !== undefined) {
    throw new OperatorError(`DATA_DIR ${root} cannot be used (${reason}); it takes a folder of your own`);
  }
}

/** Lets the database's user pass through our folder to its own. Folders above are not changed. */
async function allowTraversal(root: string): Promise<void> {
  const { mode, uid } = await stat(root);
  if (uid === process.getuid?.() && (mode & 0o011) !== 0o011) await chmod(root, mode | 0o011);
}

async function prepareRoot(path: string, runAs: RunAs | null): Promise<string> {
  await createFolder(path);
  // One name for one folder, whatever links lead to it.
  const root = await realpath(path);
  if (runAs !== null) {
    await allowTraversal(root);
    if (!hasAccess(runAs, '-x', root)) {
      throw new OperatorError(
        `DATA_DIR ${root} cannot be reached by the user PostgreSQL runs as (uid ${runAs.uid}); it takes a folder that everybody may pass through`,
      );
    }
  }
  return root;
}

/**
 * Prepares the data folder. If the server runs as root in a project that the database's user cannot access (under /root),
 * the default folder moves to /var/lib/parqueo. A folder that the operator named never moves.
 * @returns the paths, and in `movedTo` the folder that replaces the default one
 */
export async function prepareDataFolder(
  { dataDir, dataDirIsSet }: Pick<Config, 'dataDir' | 'dataDirIsSet'>,
  runAs: RunAs | null,
): Promise<DataFolder & { movedTo: string | null }> {
  const project = dirname(dataDir);
  const isMoved = runAs !== null && !dataDirIsSet && !hasAccess(runAs, '-x', project);
  const movedTo = isMoved ? join(SHARED_DATA, basename(project)) : null;
  if (movedTo !== null) {
    await createFolder(SHARED_DATA);
    await chmod(SHARED_DATA, 0o755);
  }
  const root = await prepareRoot(movedTo ?? dataDir, runAs);
  return {
    root,
    movedTo,
    cluster: join(root, 'postgres'),
    log: join(root, 'postgres.log'),
    password: join(root, 'postgres.password'),
  };
}
