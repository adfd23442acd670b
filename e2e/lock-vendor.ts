import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base } from './people.ts';
import { findFreePort } from './server.ts';

const ROOT = join(import.meta.dirname, '..');
const NODE = join(ROOT, 'node_modules/node/bin/node');

/** What the vendor is called in these tests: not the standard name, so that a fixed one would show. */
export const VENDOR = 'Cerrojo';

/** The lock simulator in a process of its own. */
type LockVendor = { env: Record<string, string>; stop: () => Promise<void> };

async function startVendor(): Promise<LockVendor> {
  const credentials = { LOCK_VENDOR_APP_ID: 'parqueo', LOCK_VENDOR_SECRET: 'vendor-secret-of-the-tests' };
  const port = String(await findFreePort());
  const child = spawn(NODE, ['simulators/locks/run.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...credentials, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The lock simulator stopped with ${String(code)}`);
    }),
  ]);
  return {
    env: { ...credentials, LOCK_VENDOR_URL: `http://127.0.0.1:${port}`, LOCK_VENDOR_NAME: VENDOR },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Tests on a desktop against a server with a lock vendor of its own. */
export const test = base.extend<object, { vendor: LockVendor }>({
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
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
});
