// npm start: installs and builds what is missing, then serves; a server that ends by a fault is started again.
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { BUILD_FAILURE, build, install } from './prepare.mjs';
import { fail, NODE, onStop, ROOT, requireNode, script } from './project.mjs';
import { restartDelay } from './restart-delay.mjs';

requireNode();
await install({ withDevPackages: false });
if (!(await build())) fail(BUILD_FAILURE);

const stopped = new AbortController();
let server;
// Ctrl-C reaches the server by itself; a signal sent to this process alone is passed on. The loop below awaits its end.
onStop((signal) => {
  stopped.abort();
  server.kill(signal);
});

/**
 * Runs the server until it ends.
 * @returns {Promise<{ code: number | null, servedMs: number | null }>} `code` is null when a signal ended it, `servedMs` when it never served
 */
function runServer() {
  return new Promise((resolve) => {
    server = spawn(NODE, ['--import', pathToFileURL(script('with-launcher.mjs')).href, 'server/index.ts'], {
      cwd: ROOT,
      // The server says on this channel that it serves; the channel's end tells it that this process is gone.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    let servingSince = null;
    server.once('message', () => {
      servingSince = performance.now();
    });
    server.once('error', (error) => {
      console.error(`${NODE} cannot be run (${error.message}); remove node_modules and start again`);
      process.exit(1);
    });
    server.once('exit', (code) => {
      resolve({ code, servedMs: servingSince === null ? null : performance.now() - servingSince });
    });
  });
}

let hasServed = false;
let failures = 0;
for (;;) {
  const { code, servedMs } = await runServer();
  hasServed ||= servedMs !== null;
  // A first start that fails needs its operator: a bad variable, a taken port.
  if (stopped.signal.aborted || code === 0 || !hasServed) process.exit(code ?? 1);
  const restart = restartDelay(failures, servedMs ?? 0);
  failures = restart.failures;
  console.error(`The server ended by a fault (${code ?? 'killed'}); it is started again in ${restart.ms / 1000} s`);
  await delay(restart.ms, undefined, { signal: stopped.signal }).catch(() => process.exit(1));
}
