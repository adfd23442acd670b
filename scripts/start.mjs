// npm start: installs and builds what is missing, then serves.
import { spawn } from 'node:child_process';
import { build, install } from './prepare.mjs';
import { PINNED_NODE, ROOT, requireNode } from './project.mjs';

requireNode();
await install();
await build();

const server = spawn(PINNED_NODE, ['server/index.ts'], { cwd: ROOT, stdio: 'inherit' });
// Ctrl-C reaches the server by itself; a signal sent to this process alone is passed on. Then its end is awaited.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.once('exit', (code) => process.exit(code ?? 1));
