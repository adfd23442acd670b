import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { expect, test } from '@playwright/test';
import { copyDataTemplate, findFreePort } from '../server.ts';

const ROOT = join(import.meta.dirname, '../..');

let dataDir: string;
let port: number;

test.beforeEach(async () => {
  dataDir = await copyDataTemplate();
  port = await findFreePort();
});
test.afterEach(() => rm(dataDir, { recursive: true }));

/** Waits for the line that says where the product is. */
async function untilServing(lines: Interface): Promise<void> {
  for await (const line of lines) if (line.startsWith('Parqueo is at ')) return;
  throw new Error('npm start ended before it served');
}

/** Runs npm start as a person would; answers when it serves. */
async function npmStart(): Promise<ChildProcess> {
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await untilServing(createInterface({ input: npm.stdout }));
  return npm;
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

/** The process of the server below npm. */
function serverPid(npm: ChildProcess): number {
  const processes = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, ...command]) => ({ pid: Number(pid), parent: Number(parent), command: command.join(' ') }));
  const below = (pid: number): typeof processes =>
    processes.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  const server = below(npm.pid ?? 0).find(({ command }) => command.endsWith('server/index.ts'));
  if (server === undefined) throw new Error('npm runs no server');
  return server.pid;
}

test('a start after npm was killed waits for what it left, a server that ends by a fault is started again, and npm stops all', async () => {
  const first = await npmStart();
  const killed = once(first, 'exit');
  first.kill('SIGKILL');
  await killed;
  const second = await npmStart();
  expect(await isServing()).toBe(true);
  if (second.stdout === null) throw new Error('npm prints nothing');
  const servesAgain = untilServing(createInterface({ input: second.stdout }));
  process.kill(serverPid(second), 'SIGKILL');
  await servesAgain;
  expect(await isServing()).toBe(true);
  const stopped = once(second, 'exit');
  second.kill('SIGTERM');
  expect(await stopped).toEqual([0, null]);
  expect([await isServing(), await hasDatabase()]).toEqual([false, false]);
});
