import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../config/operator-error.ts';
import { generatePushKey } from '../keys/keys.ts';
import { readArguments, runCommand } from '../start/run-command.ts';

const SERVER = join(import.meta.dirname, '..');

/** A drill takes over these variables only: any other may lead to the database, drivers, locks or payments of production. */
const SHARED_VARIABLES = ['PATH', 'AUTH_SIGNING_KEYS', 'PUBLISHABLE_KEY', 'SECRET_KEY'];

type Address = { host: string; port: string };

function createVariables(dataDir: string, { host, port }: Address): Record<string, string | undefined> {
  return {
    ...Object.fromEntries(SHARED_VARIABLES.map((name) => [name, process.env[name]])),
    HOST: host,
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    // Drivers subscribed their devices with another one, so none of them gets a notification.
    PUSH_KEY: generatePushKey(),
    SAMPLES: 'off',
    SEED: 'none',
    PAYMENT_SIMULATOR: 'off',
  };
}

async function waitForEnd(child: ChildProcess): Promise<void> {
  const stop = () => child.kill('SIGTERM');
  process.on('SIGTERM', stop);
  // A terminal sends the signal to both processes.
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  const [code] = await once(child, 'exit');
  process.off('SIGTERM', stop).off('SIGINT', ignore);
  if (code !== 0) throw new OperatorError('The drill failed; the reason stands above');
}

// Restores a backup into a database of its own and serves it until it is stopped, next to production.
runCommand('drill', async (line) => {
  const {
    file,
    host = '127.0.0.1',
    port = '8090',
  } = readArguments(line, {
    command: 'drill',
    usage: 'npm run drill -- file [--host address] [--port number]',
    options: { host: { type: 'string' }, port: { type: 'string' } },
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'parqueo-drill-'));
  const env = createVariables(dataDir, { host, port });
  const startedAt = performance.now();
  try {
    await waitForEnd(spawn(process.execPath, [join(SERVER, 'backup/restore.ts'), file], { env, stdio: 'inherit' }));
    const server = spawn(process.execPath, [join(SERVER, 'index.ts')], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    server.once('message', () => {
      const seconds = Math.ceil((performance.now() - startedAt) / 1000);
      process.stdout.write(`An outage would have lasted ${seconds} s. Log in and compare; Ctrl-C ends the drill\n`);
    });
    await waitForEnd(server);
  } finally {
    await rm(dataDir, { recursive: true });
  }
  return ['The drill is over, and its data is removed'];
});
