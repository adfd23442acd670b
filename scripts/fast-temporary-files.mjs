import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** A file system in memory, as Linux has it. */
const MEMORY = '/dev/shm';
/** Several times what the databases of a run take at once. */
const NEEDED_BYTES = 2 ** 32;
/** As /tmp: everybody may write, and remove what is theirs. */
const SHARED_MODE = 0o1777;

/** Whether programs may run from it: tests start copies of the product. */
const canExecute = () =>
  !readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .some((line) => line.includes(` ${MEMORY} `) && line.includes('noexec'));

function hasRoom() {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= NEEDED_BYTES && process.availableMemory() >= NEEDED_BYTES;
}

/**
 * Keeps the temporary files of this process and its children in memory, where there is room: a test database is a thousand
 * small files, and each start of the server compiles its sources unless it finds them compiled. Removes them at the exit.
 */
export function keepTemporaryFilesInMemory() {
  if (!hasRoom() || !canExecute()) return;
  const folder = mkdtempSync(join(MEMORY, 'parqueo-'));
  chmodSync(folder, SHARED_MODE);
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
}
