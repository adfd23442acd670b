// npm start: installs and builds what is missing, then serves.
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { build, install } from './prepare.mjs';
import { NODE, onStop, ROOT, requireNode, script } from './project.mjs';

requireNode();
await install();
await build();

const server = spawn(NODE, ['--import', pathToFileURL(script('with-launcher.mjs')).href, 'server/index.ts'], {
  cwd: ROOT,
  // The channel carries nothing; its end tells the server that this process is gone.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
// Ctrl-C reaches the server by itself; a signal sent to this process alone is passed on. Then its end is awaited.
onStop((signal) => server.kill(signal));
server.once('error', (error) => {
  console.error(`${NODE} cannot be run (${error.message}); remove node_modules and start again`);
  process.exit(1);
});
server.once('exit', (code) => process.exit(code ?? 1));
