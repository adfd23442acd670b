import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const FRESH_MODULES = 'web/testing/reset-modules.ts';
/** Tests wait for events; the limit is for a machine that has other things to do. */
const BUSY_MACHINE_MS = 30_000;

const CORES = availableParallelism();
/** They wait for databases, other processes and limits in real time, while somebody else may have the core. */
const WAITS_MUCH = { maxWorkers: CORES + 2, sequence: { groupOrder: 1 }, env: { TZ: 'UTC' } };

// The devices of the tests are in the country, servers anywhere. Threads have the time zone of this process.
process.env.TZ = 'America/Santo_Domingo';

// Five kinds of tests: pure rules, the server's modules on a real PostgreSQL, the database's own rules, components, and
// several servers as an operator runs them.
// A worker runs many test files: to start one and to load the libraries takes longer than most tests.
export default defineConfig({
  test: {
    // One more than cores, as tests of screens wait for timers; Vitest keeps one core for itself unless told otherwise.
    maxWorkers: CORES + 1,
    isolate: false,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          pool: 'threads',
          testTimeout: BUSY_MACHINE_MS,
          setupFiles: [FRESH_MODULES],
          include: [
            '{domain,build,scripts}/**/*.test.{ts,mjs}',
            '{server,supabase-server,simulators,web}/**/*.unit.test.ts',
          ],
        },
      },
      {
        test: {
          ...WAITS_MUCH,
          name: 'server',
          environment: 'node',
          include: ['{server,supabase-server,simulators}/**/*.test.ts'],
          exclude: ['**/*.unit.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          setupFiles: ['server/testing/cheap-passwords.ts'],
          // Some start a database of their own, which takes a busy machine long.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...WAITS_MUCH,
          name: 'database',
          environment: 'node',
          include: ['supabase/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...WAITS_MUCH,
          name: 'deploy',
          environment: 'node',
          include: ['deploy/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'component',
          environment: 'jsdom',
          pool: 'threads',
          testTimeout: BUSY_MACHINE_MS,
          include: ['web/**/*.test.tsx'],
          // The texts are a large part of the product: they are loaded once, and not for every page that a test opens.
          server: { deps: { external: [/\/domain\/language\/(messages|locale)\.ts$/] } },
          setupFiles: [FRESH_MODULES, 'web/testing/component-test-setup.ts'],
        },
      },
    ],
  },
});
