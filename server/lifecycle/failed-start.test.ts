import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
  const child = spawn(process.execPath, ['server/index.ts'], {
    ...user,
    cwd: ROOT,
    env: { PATH: process.env.PATH, PORT: String(await findFreePort()), ...env },
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

describe('a start ends with one line, and leaves nothing running', () => {
  test('with a variable that is misspelled', () =>
    expectOneLine('LOCK_VENDER_URL is no variable of Parqueo; did you mean LOCK_VENDOR_URL?', {
      LOCK_VENDER_URL: 'https://locks.example',
    }));

  test.runIf(process.platform === 'linux').each(['/proc/x/y', '/dev/null'])(
    'with DATA_DIR=%s, which can be no folder',
    (dataDir) => expectOneLine(`^DATA_DIR ${dataDir} cannot be written \\(`, { DATA_DIR: dataDir }),
  );

  test('with a DATA_DIR whose path leads through a file', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '', { mode: 0o755 });
    await expectOneLine('it is no folder', { DATA_DIR: file });
    await expectOneLine('a part of its path is no folder, ENOTDIR', { DATA_DIR: join(file, 'data') });
  });

  test.skipIf(!canRunAsNobody)('with a DATA_DIR that belongs to somebody else', async () => {
    for (const dataDir of [folder, join(folder, 'data')]) {
      await expectOneLine('cannot be written \\(no right to it, EACCES\\)', { DATA_DIR: dataDir }, NOBODY);
    }
  });
});

const mount = (...args: string[]) => spawnSync('mount', args).status === 0;

describe.skipIf(!isRoot || process.platform !== 'linux')('a disk', () => {
  test('that is full ends a first start with one line, and with space the next one serves', async ({ skip }) => {
    const disk = join(folder, 'disk');
    await mkdir(disk, { mode: 0o755 });
    const resize = (size: string) => mount('-o', `remount,size=${size}`, disk);
    if (!mount('-t', 'tmpfs', '-o', 'size=1m,mode=755', 'tmpfs', disk)) skip('no disk can be mounted here');
    try {
      await expectOneLine('^DATA_DIR .+No space left on device', { DATA_DIR: disk });
      // Enough to set PostgreSQL up, and no more.
      resize('40m');
      await expectOneLine('^DATA_DIR ', { DATA_DIR: disk });
      resize('400m');
      const { code, log } = await start({ DATA_DIR: disk });
      expect([code, log]).toEqual([0, expect.stringContaining('"msg":"stopped"')]);
    } finally {
      spawnSync('umount', [disk]);
    }
  });

  test('that is read-only ends a start with one line', async ({ skip }) => {
    const disk = join(folder, 'disk');
    await mkdir(disk);
    if (!mount('-t', 'tmpfs', '-o', 'ro', 'tmpfs', disk)) skip('no disk can be mounted here');
    try {
      await expectOneLine('its disk is read-only, EROFS', { DATA_DIR: disk });
      await expectOneLine('its disk is read-only, EROFS', { DATA_DIR: join(disk, 'data') });
    } finally {
      spawnSync('umount', [disk]);
    }
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
