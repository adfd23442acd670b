import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createDataDir, startServer } from '../../e2e/server.ts';
import type { KeyTexts } from '../../server/keys/keys.ts';

/** Servers in processes of their own. */
export type Running = { origins: string[]; stop: () => Promise<void> };

const combine = (all: { url: string; stop: () => Promise<void> }[]): Running => ({
  origins: all.map(({ url }) => url),
  stop: async () => {
    await Promise.all(all.map(({ stop }) => stop()));
  },
});

/** The issuer of the tokens of all replicas. */
export const PUBLIC_URL = 'http://127.0.0.1:8080';

/** Starts replicas of the product on one database. @param more further variables */
export async function startReplicas(
  count: number,
  databaseUrl: string,
  keys: KeyTexts,
  more: Record<string, string> = {},
): Promise<Running> {
  const env = {
    DATABASE_URL: databaseUrl,
    PUBLIC_URL,
    SEED: 'none',
    SAMPLES: 'on',
    AUTH_SIGNING_KEYS: keys.authSigningKeys,
    PUBLISHABLE_KEY: keys.publishableKey,
    SECRET_KEY: keys.secretKey,
    ...more,
  };
  return combine(await Promise.all(Array.from({ length: count }, async () => startServer(await createDataDir(), env))));
}

/** The rights with which the bare handlers query the database. */
type BaselineRole = 'owner' | 'caller';

/** Starts a server that prints its port. */
export async function startScript(
  file: string,
  variables: Record<string, string>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(createInterface({ input: child.stdout }), 'line');
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** Starts as many bare handlers on the same database. */
export async function startBaselines(count: number, databaseUrl: string, as: BaselineRole): Promise<Running> {
  const variables = { DATABASE_URL: databaseUrl, BASELINE_ROLE: as };
  const start = () => startScript(join(import.meta.dirname, 'baseline.ts'), variables);
  return combine(await Promise.all(Array.from({ length: count }, start)));
}
