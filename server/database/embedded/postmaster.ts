import { spawn, spawnSync } from 'node:child_process';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import type { DataFolder } from './data-folder.ts';
import type { RunAs } from './run-as.ts';

const POLL_MS = 20;
const STOP_TIMEOUT_MS = 30_000;
const REMAINS_TIMEOUT_MS = 1_000;
/** The command line of a PostgreSQL server, with its arguments apart as Linux or as ps prints them. */
const SERVES = /postgres[\0 ]-D[\0 ]/;
const isWindows = process.platform === 'win32';

/** The environment PostgreSQL's programs get: nothing of ours, least of all secrets. */
export const PROGRAM_ENV = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };

async function readPid(folder: DataFolder): Promise<number | null> {
  const text = await readFile(join(folder.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/** What a process was started as; empty when there is none, or only the remains of one. */
async function readCommandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Process ids are given out again: only a PostgreSQL that serves this very folder counts. */
async function isPostmaster(pid: number, folder: DataFolder): Promise<boolean> {
  if (isWindows) return isAlive(pid);
  const command = await readCommandLine(pid);
  return SERVES.test(command) && command.includes(folder.cluster);
}

/** Whether a PostgreSQL serves the folder right now, ours or one that a killed server left behind. */
export async function isRunning(folder: DataFolder): Promise<boolean> {
  const pid = await readPid(folder);
  return pid !== null && (await isPostmaster(pid, folder));
}

/**
 * PostgreSQL respects any live process that a file left by a crash names; after a reboot that may be anybody. A file that
 * names any PostgreSQL stays: the folder may be served under another name.
 */
async function dropStalePidFile(folder: DataFolder): Promise<void> {
  const pid = await readPid(folder);
  if (isWindows || pid === null || !isAlive(pid)) return;
  const command = await readCommandLine(pid);
  if (command !== '' && !command.includes('postgres')) {
    await rm(join(folder.cluster, 'postmaster.pid'), { force: true });
  }
}

/** Starts PostgreSQL, which goes on when this process ends. @returns a question whether it has ended already */
export async function launch(
  binaries: Binaries,
  folder: DataFolder,
  runAs: RunAs | null,
  port: number,
  settings: Record<string, string>,
): Promise<() => boolean> {
  await dropStalePidFile(folder);
  const log = await open(folder.log, 'a', 0o600);
  const options = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', folder.cluster, '-p', String(port), ...options], {
    ...runAs,
    cwd: isWindows ? folder.root : '/',
    // A group of its own: Ctrl-C is for the server, which stops the database when its requests are done.
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

/** Stops PostgreSQL: sessions end, everything is on disk. */
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
      // It recovers from its log at the next start.
      process.kill(pid, 'SIGQUIT');
      return;
    }
    await delay(POLL_MS);
  }
  // Its remains go when whoever started it takes note, which may be nobody.
  const gone = Date.now() + REMAINS_TIMEOUT_MS;
  while (isAlive(pid) && Date.now() < gone) await delay(POLL_MS);
}
