import { join } from 'node:path';
import { readConfig } from './config/config.ts';
import { createLog, formatFailure, logUncaught, printForPeople } from './log.ts';
import { describeStart } from './start/describe-start.ts';
import { startServer } from './start/start.ts';

const ROOT = join(import.meta.dirname, '..');

const log = createLog();
logUncaught(log);

try {
  const config = readConfig(process.env, ROOT);
  const server = await startServer(config, join(ROOT, 'dist/web'), log);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, server.stop);
  // Printed last, because its reader may send a signal at once.
  printForPeople(describeStart(config, server));
  // Lets `npm start` restart a server that has served.
  process.send?.('serving');
} catch (error) {
  console.error(formatFailure(error));
  process.exit(1);
}
