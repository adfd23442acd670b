import { access, chmod, constants, mkdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../operator-error.ts';
import { canReach, type RunAs } from './run-as.ts';

/** Default data folder of a project that the database's user cannot reach. */
const SHARED_DATA = '/var/lib/parqueo';

/** The folders of the embedded database, all inside `DATA_DIR`. */
export type DataFolder = { root: string; cluster: string; log: string; password: string };

function reason(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

async function makeFolder(root: string): Promise<void> {
  try {
    await mkdir(root, { recursive: true });
    await access(root, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new OperatorError(`DATA_DIR ${root} cannot be written (${reason(cause)}); it takes a folder of your own`, {
      cause,
    });
  }
}

/** Lets the other user pass through a folder of ours to the one that is theirs; folders above are left as they are. */
async function letPass(root: string): Promise<void> {
  const { mode, uid } = await stat(root);
  if (uid === process.getuid?.() && (mode & 0o011) !== 0o011) await chmod(root, mode | 0o011);
}

async function letEverybodyPass(path: string): Promise<void> {
  await makeFolder(path);
  await chmod(path, 0o755);
}

async function openFolder(path: string, runAs: RunAs | null): Promise<string> {
  await makeFolder(path);
  // One name for one folder, whatever links lead to it.
  const root = await realpath(path);
  if (runAs !== null) {
    await letPass(root);
    if (!canReach(runAs, '-x', root)) {
      throw new OperatorError(
        `DATA_DIR ${root} cannot be reached by the user PostgreSQL runs as (uid ${runAs.uid}); it takes a folder that everybody may pass through`,
      );
    }
  }
  return root;
}

/**
 * Prepares the folder for data. Run as root where the database's user cannot pass (a project under /root), the default
 * moves to /var/lib/parqueo; a folder the operator named is never moved.
 * @returns the folders, and the folder that is used instead of the default one, if so
 * @throws OperatorError when it cannot be written or reached
 */
export async function prepareDataFolder(
  { dataDir, dataDirIsSet }: Pick<Config, 'dataDir' | 'dataDirIsSet'>,
  runAs: RunAs | null,
): Promise<DataFolder & { movedTo: string | null }> {
  const project = dirname(dataDir);
  const moves = runAs !== null && !dataDirIsSet && !canReach(runAs, '-x', project);
  const movedTo = moves ? join(SHARED_DATA, basename(project)) : null;
  if (movedTo !== null) await letEverybodyPass(SHARED_DATA);
  const root = await openFolder(movedTo ?? dataDir, runAs);
  return {
    root,
    movedTo,
    cluster: join(root, 'postgres'),
    log: join(root, 'postgres.log'),
    password: join(root, 'postgres.password'),
  };
}
