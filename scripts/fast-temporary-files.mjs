import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** A file system in memory, as Linux has it. */
const MEMORY = '/dev/shm';
/** Several times what the databases of a run take at once. */
const NEEDED_BYTES = 2 ** 32;
/** The folder of a run, with the id of its process. */
const FOLDER = /^parqueo-(\d+)-/;
/** The mode of /tmp: everybody may write, and remove their own files. */
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

/** Whether a process of this id runs, of this user or another. */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes a folder of a run that was killed; what it mounted there stays, and is no reason not to test. */
function removeLeftover(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    console.warn(`${folder} cannot be removed: ${error.message}`);
  }
}

/** Removes what runs left that were killed before they could. */
function removeLeftovers(parent) {
  for (const name of readdirSync(parent)) {
    const [, pid] = FOLDER.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) removeLeftover(join(parent, name));
  }
}

/**
 * Keeps the temporary files of this process and its children in memory, where there is room: a test database is a thousand
 * small files, and each start of the server compiles its sources unless it finds them compiled. Removes them at the exit.
 */
export function keepTemporaryFilesInMemory() {
  if (existsSync(MEMORY)) removeLeftovers(MEMORY);
  if (!hasRoom() || !canExecute()) return;
  const folder = mkdtempSync(join(MEMORY, `parqueo-${process.pid}-`));
  chmodSync(folder, SHARED_MODE);
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
}
