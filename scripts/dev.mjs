// npm run dev: the server, restarted when its sources change, and Vite with hot reload in front of it.
import { spawn } from 'node:child_process';
import { install } from './prepare.mjs';
import { fail, NODE, onStop, program, ROOT, requireNode, run } from './project.mjs';

const WEB_PORT = process.env.PORT ?? '8080';
const SERVER_PORT = String(Number(WEB_PORT) + 1);

requireNode();
await install();
if ((await run(NODE, ['build/check-messages.ts'])) !== 0) fail('The texts have faults; they stand above');

const start = (args, env) => spawn(NODE, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
const children = [
  // Links in mails lead to the page that is being worked on.
  start(['--watch', '--watch-preserve-output', 'server/index.ts'], {
    PORT: SERVER_PORT,
    PUBLIC_URL: `http://127.0.0.1:${WEB_PORT}`,
  }),
  start([program('vite/bin/vite.js'), '--port', WEB_PORT, '--strictPort'], {
    DEV_API_ORIGIN: `http://127.0.0.1:${SERVER_PORT}`,
  }),
];

let isStopping = false;
function stop(signal) {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) child.kill(signal);
}
onStop(stop);
const codes = await Promise.all(
  children.map(
    (child) =>
      new Promise((resolve) => {
        child.once('exit', (code) => {
          stop('SIGTERM');
          resolve(code ?? 0);
        });
      }),
  ),
);
process.exit(Math.max(...codes));
