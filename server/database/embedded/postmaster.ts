import { spawn, spawnSync } from 'node:child_process';
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readErrorCode } from '../../../supabase-server/error-code.ts';
import { isProcessAlive } from '../../start/processes.ts';
import type { Binaries } from './binaries.ts';
import type { DataFolder } from './data-folder.ts';
import type { RunAs } from './run-as.ts';

const POLL_MS = 20;
const STOP_TIMEOUT_MS = 30_000;
const EXIT_TIMEOUT_MS = 1_000;
/** The command line of a PostgreSQL server, with arguments separated as by Linux (NUL) or by ps. */
const SERVER_COMMAND = /postgres[\0 ]-D[\0 ]/;
const isWindows = process.platform === 'win32';

/** The environment of PostgreSQL's programs, without our variables and secrets. */
export const PROGRAM_ENV = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };

async function readPid(folder: DataFolder): Promise<number | null> {
  const text = await readFile(join(folder.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/** Empty when there is no such process, or only a zombie. */
async function readCommandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

/** Process ids are reused, so the command line must be of a PostgreSQL that serves this folder. */
async function isPostmaster(pid: number, folder: DataFolder): Promise<boolean> {
  if (isWindows) return isProcessAlive(pid);
  const command = await readCommandLine(pid);
  return SERVER_COMMAND.test(command) && command.includes(folder.cluster);
}

/** Whether a PostgreSQL serves the folder, started by this process or by one that was killed. */
export async function isRunning(folder: DataFolder): Promise<boolean> {
  const pid = await readPid(folder);
  return pid !== null && (await isPostmaster(pid, folder));
}

/**
 * Removes a pid file that a crash left behind and that names a process other than PostgreSQL: PostgreSQL would not start
 * while that process is alive. A file that names any PostgreSQL stays, since it may serve the folder under another path.
 */
async function removeStalePidFile(folder: DataFolder): Promise<void> {
  const pid = await readPid(folder);
  if (isWindows || pid === null || !isProcessAlive(pid)) return;
  const command = await readCommandLine(pid);
  if (command !== '' && !command.includes('postgres')) {
    await rm(join(folder.cluster, 'postmaster.pid'), { force: true });
  }
}

/** The largest size of the log, and of the older log that is kept beside it. */
const MAX_LOG_BYTES = 10_000_000;

/** Opens the log, and begins a new one when it has become long. A few lines a day come until the next start. */
async function openLog({ log }: DataFolder): Promise<FileHandle> {
  const found = await stat(log).catch((error: unknown) => {
    if (readErrorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (found !== null && found.size > MAX_LOG_BYTES) await rename(log, `${log}.1`);
  return open(log, 'a', 0o600);
}

/** Starts PostgreSQL, which continues when this process ends. @returns whether it has exited, when called */
export async function launch(
  binaries: Binaries,
  folder: DataFolder,
  runAs: RunAs | null,
  port: number,
  settings: Record<string, string>,
): Promise<() => boolean> {
  await removeStalePidFile(folder);
  const log = await openLog(folder);
  const options = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', folder.cluster, '-p', String(port), ...options], {
    ...runAs,
    cwd: isWindows ? folder.root : '/',
    // In its own process group Ctrl-C does not reach it; the server stops it after its requests.
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log.fd, log.fd],
    env: isWindows ? process.env : PROGRAM_ENV,
  });
  let hasExited = false;
  for (const event of ['exit', 'error']) {
    child.once(event, () => {
      hasExited = true;
    });
  }
  child.unref();
  await log.close();
  return () => hasExited;
}

/** Stops PostgreSQL with a fast shutdown, and immediately after a timeout. */
export async function stopPostmaster(binaries: Binaries, folder: DataFolder): Promise<void> {
  const pid = await readPid(folder);
  if (pid === null || !(await isPostmaster(pid, folder))) return;
  if (isWindows) {
    spawnSync(binaries.pgCtl, ['stop', '-D', folder.cluster, '-m', 'fast', '-w'], { stdio: 'ignore' });
    return;
  }
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (await isPostmaster(pid, folder)) {
    if (Date.now() > deadline) {
      // The next start recovers from the write-ahead log.
      process.kill(pid, 'SIGQUIT');
      return;
    }
    await delay(POLL_MS);
  }
  // The zombie disappears when its parent reaps it, which may be never.
  const exitDeadline = Date.now() + EXIT_TIMEOUT_MS;
  while (isProcessAlive(pid) && Date.now() < exitDeadline) await delay(POLL_MS);
}
