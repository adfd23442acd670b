import * as z from 'zod';
import { startLockSimulator } from './start-lock-simulator.ts';

// Runs the lock simulator as a process of its own, for a server on this machine.

const variables = z.object({
  PORT: z.coerce.number('PORT takes a port number').int().min(0).max(65_535).default(8090),
  LOCK_VENDOR_APP_ID: z.string().min(1).default('simulator'),
  LOCK_VENDOR_SECRET: z.string().min(8, 'LOCK_VENDOR_SECRET takes at least 8 characters').optional(),
  FAULTS: z.enum(['on', 'off'], 'FAULTS takes on or off').default('off'),
});

const parsed = variables.safeParse(process.env);
if (!parsed.success) {
  process.stderr.write(`${parsed.error.issues[0]?.message}\n`);
  process.exit(1);
}
const { PORT, LOCK_VENDOR_APP_ID, LOCK_VENDOR_SECRET, FAULTS } = parsed.data;
const simulator = await startLockSimulator({
  port: PORT,
  appId: LOCK_VENDOR_APP_ID,
  ...(LOCK_VENDOR_SECRET === undefined ? {} : { secret: LOCK_VENDOR_SECRET }),
  takesFaults: FAULTS === 'on',
  report: (error) => process.stderr.write(`${error.stack}\n`),
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void simulator.stop());
const { url, appId, secret } = simulator;
process.stdout.write(`LOCK_VENDOR_URL=${url}\nLOCK_VENDOR_APP_ID=${appId}\nLOCK_VENDOR_SECRET=${secret}\n`);
if (FAULTS === 'on') process.stdout.write(`Faults: POST ${url}/faults\n`);
