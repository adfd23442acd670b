import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base } from './people.ts';
import { findFreePort } from './server.ts';

const ROOT = join(import.meta.dirname, '..');
const NODE = join(ROOT, 'node_modules/node/bin/node');

/** What the vendor is called in these tests: not the standard name, so that a fixed one would show. */
export const VENDOR = 'Cerrojo';

/** The lock simulator in a process of its own, whose faults the test chooses. */
export type LockVendor = {
  env: Record<string, string>;
  /** Replaces what goes wrong; nothing goes wrong with `{}`. */
  breakWith: (faults: Record<string, unknown>) => Promise<void>;
  /** Kills it, like a power failure. */
  kill: () => Promise<void>;
  /** Starts it after `kill`, with all locks as they were at first. */
  restart: () => Promise<void>;
  /** Suspends it: it takes connections and does not respond. */
  freeze: () => void;
  unfreeze: () => void;
  stop: () => Promise<void>;
};

async function spawnSimulator(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(NODE, ['simulators/locks/run.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...env, FAULTS: 'on' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The lock simulator stopped with ${String(code)}`);
    }),
  ]);
  return child;
}

async function startVendor(): Promise<LockVendor> {
  const credentials = { LOCK_VENDOR_APP_ID: 'parqueo', LOCK_VENDOR_SECRET: 'vendor-secret-of-the-tests' };
  const port = String(await findFreePort());
  const launch = () => spawnSimulator({ ...credentials, PORT: port });
  let child = await launch();
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  return {
    env: { ...credentials, LOCK_VENDOR_URL: url, LOCK_VENDOR_NAME: VENDOR },
    async breakWith(faults) {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${url}/faults`, { method: 'POST', headers, body: JSON.stringify(faults) });
      if (!answer.ok) throw new Error(`The lock simulator refused the faults: ${await answer.text()}`);
    },
    kill: () => end('SIGKILL'),
    async restart() {
      child = await launch();
    },
    freeze: () => void child.kill('SIGSTOP'),
    unfreeze: () => void child.kill('SIGCONT'),
    stop: () => end('SIGTERM'),
  };
}

/** Tests on a desktop against a server whose lock vendor can be broken; it is whole again at the start of each. */
export const test = base.extend<{ wholeVendor: undefined }, { vendor: LockVendor }>({
  vendor: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
    async ({}, use) => {
      const vendor = await startVendor();
      await use(vendor);
      await vendor.stop();
    },
    { scope: 'worker', timeout: 30_000 },
  ],
  serverEnv: [async ({ vendor }, use) => use(vendor.env), { scope: 'worker' }],
  wholeVendor: [
    async ({ vendor }, use) => {
      await vendor.breakWith({});
      await use(undefined);
    },
    { auto: true },
  ],
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
});
