import * as z from 'zod';
import { startSimulator } from './start-simulator.ts';

// Runs the lock simulator as a process of its own, for a server on this machine.

const variables = z.object({
  PORT: z.coerce.number('PORT takes a port number').int().min(0).max(65_535).default(8090),
  LOCK_VENDOR_APP_ID: z.string().min(1).optional(),
  LOCK_VENDOR_SECRET: z.string().min(8, 'LOCK_VENDOR_SECRET takes at least 8 characters').optional(),
  FAULTS: z.enum(['on', 'off'], 'FAULTS takes on or off').default('off'),
});

const parsed = variables.safeParse(process.env);
if (!parsed.success) {
  process.stderr.write(`${parsed.error.issues[0]?.message}\n`);
  process.exit(1);
}
const { PORT, LOCK_VENDOR_APP_ID, LOCK_VENDOR_SECRET, FAULTS } = parsed.data;
const simulator = await startSimulator({
  port: PORT,
  takesFaults: FAULTS === 'on',
  ...(LOCK_VENDOR_APP_ID === undefined ? {} : { appId: LOCK_VENDOR_APP_ID }),
  ...(LOCK_VENDOR_SECRET === undefined ? {} : { secret: LOCK_VENDOR_SECRET }),
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    await simulator.stop();
    process.exit(0);
  });
}
process.stdout.write(
  `LOCK_VENDOR_URL=${simulator.url}\nLOCK_VENDOR_APP_ID=${simulator.appId}\nLOCK_VENDOR_SECRET=${simulator.secret}\n`,
);
if (FAULTS === 'on') process.stdout.write(`Faults: POST ${simulator.url}/faults\n`);
