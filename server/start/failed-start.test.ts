import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { prepareDataFolder } from '../database/embedded/data-folder.ts';
import { findFreePort } from '../database/embedded/endpoint.ts';
import { hasAccess } from '../database/embedded/run-as.ts';

const ROOT = join(import.meta.dirname, '../..');
const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
const canRunAsNobody =
  isRoot && hasAccess(NOBODY, '-r', join(ROOT, 'package.json')) && hasAccess(NOBODY, '-x', process.execPath);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parqueo-start-'));
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs the server until it ends, or says that it has started. */
async function start(env: Record<string, string>, user = {}) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ['server/index.ts'], {
    ...user,
    cwd: ROOT,
    env: { PATH, NODE_COMPILE_CACHE, PORT: String(await findFreePort()), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    printed.out += chunk;
    if (printed.out.includes('"msg":"started"')) child.kill('SIGTERM');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    printed.err += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, lines: printed.err.trimEnd().split('\n'), log: printed.out };
}

/** Processes that have the folder in their command line. */
async function findProcesses(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return commands.filter((command) => command.includes(folder));
}

/** @param line what the only line begins with */
async function expectOneLine(line: string | RegExp, env: Record<string, string>, user = {}): Promise<void> {
  const { code, lines } = await start(env, user);
  expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(line)] });
  if (process.platform === 'linux') expect(await findProcesses()).toEqual([]);
}

test('a start with a misspelled variable ends with one line', () =>
  expectOneLine('LOCK_VENDER_URL is no variable of Parqueo; did you mean LOCK_VENDOR_URL?', {
    LOCK_VENDER_URL: 'https://locks.example',
  }));

test.skipIf(!canRunAsNobody)('a start with a DATA_DIR of somebody else ends with one line', () =>
  expectOneLine('cannot be used \\(no right to it, EACCES\\)', { DATA_DIR: join(folder, 'data') }, NOBODY),
);

/** Expects that a folder is rejected, with a reason. */
const refuse = (dataDir: string) => expect(prepareDataFolder({ dataDir, dataDirIsSet: true }, null)).rejects;

test('a DATA_DIR that can be no folder is named with the reason', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '', { mode: 0o755 });
  await refuse('/proc/x/y').toThrow('DATA_DIR /proc/x/y cannot be used (');
  await refuse('/dev/null').toThrow('DATA_DIR /dev/null cannot be used (');
  await refuse(file).toThrow('(it is no folder)');
  await refuse(join(file, 'data')).toThrow('(a part of its path is no folder, ENOTDIR)');
});

/** Does something with a disk of the test's own. */
async function withDisk(options: string, skip: (note: string) => void, work: (disk: string) => Promise<void>) {
  const disk = join(folder, 'disk');
  await mkdir(disk, { mode: 0o755 });
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]);
  if (status !== 0) return skip('no disk can be mounted here');
  try {
    await work(disk);
  } finally {
    spawnSync('umount', [disk]);
  }
}

describe.skipIf(!isRoot || process.platform !== 'linux')('a disk', () => {
  test('that is full, at once or when PostgreSQL is set up, ends a first start with one line', ({ skip }) =>
    withDisk('size=1m,mode=755', skip, async (disk) => {
      await expectOneLine('^DATA_DIR .+No space left on device', { DATA_DIR: disk });
      // Enough to set PostgreSQL up, and no more.
      spawnSync('mount', ['-o', 'remount,size=40m', disk]);
      await expectOneLine('^DATA_DIR ', { DATA_DIR: disk });
    }));

  test('that is read-only is named with the reason', ({ skip }) =>
    withDisk('ro', skip, async (disk) => {
      await refuse(disk).toThrow('(its disk is read-only, EROFS)');
      await refuse(join(disk, 'data')).toThrow('(its disk is read-only, EROFS)');
    }));
});

test('a fault that nobody catches ends the server, with one line of its log that has the cause', async () => {
  const fault =
    "process.on('newListener',e=>e==='uncaughtException'&&setImmediate(()=>Promise.reject(Error('of_the_test'))))";
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(fault)}`;
  const { code, lines, log } = await start({ NODE_OPTIONS, DATA_DIR: folder });
  expect([code, lines, log.trimEnd().split('\n').length]).toEqual([1, [''], 1]);
  expect(JSON.parse(log)).toMatchObject({
    level: 60,
    msg: 'the server ends by a fault that nobody caught',
    origin: 'unhandledRejection',
    err: { type: 'Error', message: 'of_the_test', stack: expect.stringMatching(/^\s+at /) },
  });
});

test('the log of a service is JSON only, and says when it starts and stops, and which version', async () => {
  const { code, lines, log } = await start({ DATA_DIR: folder });
  expect([code, lines]).toEqual([0, ['']]);
  const entries = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  expect(entries.filter(({ msg }) => /^(started|stopping|stopped)$/.test(msg))).toMatchObject([
    { msg: 'started', version, publicUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) },
    { msg: 'stopping', version },
    { msg: 'stopped', version },
  ]);
});
