import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort } from '../server/database/embedded/endpoint.ts';

const ROOT = join(import.meta.dirname, '..');
const NODE = join(ROOT, 'node_modules/node/bin/node');

export { findFreePort };

/** A running copy of the product with its own database, as `npm start` runs it. */
export type RunningServer = {
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** Stops it as an operator would and removes its data. */
  stop: () => Promise<void>;
};

/** The variable that names the data folder which `copyDataTemplate` copies. */
export const DATA_TEMPLATE = 'E2E_DATA_TEMPLATE';

/** An empty folder for data. */
export async function createDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'parqueo-e2e-'));
}

/** A data folder with the database as a first start leaves it, which saves the time to create, migrate and seed it. */
export async function copyDataTemplate(): Promise<string> {
  const dataDir = await createDataDir();
  // Files keep their owner, as PostgreSQL may run as another user.
  await promisify(execFile)('cp', ['-Rp', `${process.env[DATA_TEMPLATE]}/.`, dataDir]);
  return dataDir;
}

/** Where and as whom a copy of the product runs: this project and this user unless said otherwise. */
export type RunsAs = { folder?: string; uid?: number; gid?: number };

/** Lets a server stop when the process that started it is gone, such as a worker whose time was over. */
const WITH_LAUNCHER = pathToFileURL(join(ROOT, 'scripts/with-launcher.mjs')).href;

function spawnServer(env: Record<string, string>, { folder = ROOT, ...user }: RunsAs) {
  const child = spawn(NODE, ['--import', WITH_LAUNCHER, 'server/index.ts'], {
    ...user,
    cwd: folder,
    env: { ...process.env, RATE_LIMIT: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('The server has no output to read');
  return Object.assign(child, { stdout, stderr });
}

/** Starts the product where it must refuse to; answers its exit code and what it printed as errors. */
export async function startAndFail(
  env: Record<string, string>,
  place: RunsAs = {},
): Promise<{ code: number | null; lines: string[] }> {
  const child = spawnServer(env, place);
  const printed: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  child.stdout.resume();
  const [code] = await once(child, 'close');
  return { code, lines: printed.join('').trimEnd().split('\n') };
}

/**
 * Starts the product and waits until it serves.
 * @param env variables on top of a free port and the data folder
 * @throws with what it printed when it stops before it serves
 */
export async function startServer(
  dataDir: string,
  env: Record<string, string> = {},
  place: RunsAs = {},
): Promise<RunningServer> {
  const port = env.PORT ?? String(await findFreePort());
  const child = spawnServer({ PORT: port, DATA_DIR: dataDir, ...env }, place);
  const printed: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  const serving = new Promise<void>((resolve, reject) => {
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      if (!line.includes('"msg":"started"')) return;
      // Its log is thrown away from here on: to read it takes time, which a measurement would count as the server's.
      lines.close();
      child.stdout.resume();
      resolve();
    });
    child.once('exit', (code) => reject(new Error(`The server stopped with ${code}: ${printed.join('')}`)));
  });
  await serving;
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    process: child,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
