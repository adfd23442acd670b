import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import { createDataDir, freePort } from '../server.ts';

const ROOT = join(import.meta.dirname, '../..');

let dataDir: string;
let port: number;

test.beforeEach(async () => {
  dataDir = await createDataDir();
  port = await freePort();
});
test.afterEach(() => rm(dataDir, { recursive: true }));

/** Runs npm start as a person would; answers when it serves. */
async function npmStart(): Promise<ChildProcess> {
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: npm.stdout })) if (line.startsWith('Parqueo is at ')) return npm;
  throw new Error('npm start ended before it served');
}

const isServing = () =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  );
const hasDatabase = () =>
  readFile(join(dataDir, 'postgres/postmaster.pid')).then(
    () => true,
    () => false,
  );

test('npm that is asked to stop takes server and database along and exits with 0', async () => {
  const npm = await npmStart();
  const ended = once(npm, 'exit');
  npm.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect([await isServing(), await hasDatabase()]).toEqual([false, false]);
});

test('when npm is killed its server ends by itself, and the next start comes up', async () => {
  const first = await npmStart();
  const ended = once(first, 'exit');
  first.kill('SIGKILL');
  await ended;
  await expect.poll(async () => (await isServing()) || (await hasDatabase())).toBe(false);

  const second = await npmStart();
  const stopped = once(second, 'exit');
  second.kill('SIGTERM');
  await stopped;
});

test('a start right after npm was killed waits for what it left behind', async () => {
  const first = await npmStart();
  const ended = once(first, 'exit');
  first.kill('SIGKILL');
  await ended;
  const second = await npmStart();
  expect(await isServing()).toBe(true);
  const stopped = once(second, 'exit');
  second.kill('SIGTERM');
  await stopped;
});
