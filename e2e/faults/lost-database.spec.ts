import { expect, test } from '@playwright/test';
import { expectStored, onlyServer, startReplicas, type Target } from './targets.ts';
import { expectPassing, type Outcome, send, startTraffic, type Traffic } from './traffic.ts';

// The database is killed while drivers book. They are refused for now, and served by themselves when it is back.

const DRIVERS = 8;
const RECOVERS_WITHIN_MS = 5000;
const OFTEN = { intervals: [20], timeout: 20_000 };

async function untilBooked({ booked }: Traffic, more: number): Promise<void> {
  const before = booked.length;
  await expect.poll(() => booked.length, OFTEN).toBeGreaterThan(before + more);
}

/** What every part of the server says while there is no database. */
function askAll(target: Target): Promise<Outcome[]> {
  const server = onlyServer(target);
  const [driver = null] = target.drivers;
  return Promise.all([
    send(server, null, '/auth/v1/token?grant_type=password', { email: 'a@parqueo.test', password: 'whatever-it-is' }),
    send(server, driver, '/auth/v1/user'),
    send(server, driver, '/functions/v1/lock-proxy', {}),
    send(server, driver, '/functions/v1/open-space', {}),
    send(server, null, '/rest/v1/parking_zones?select=id'),
    send(server, null, '/readyz'),
    send(server, null, '/mailbox.json'),
  ]);
}

test('drivers whose database is killed are told so, and served within 5 s of its return', async () => {
  const target = await startReplicas({ servers: 1, drivers: DRIVERS });
  const { postgres, drivers } = target;
  const traffic = startTraffic(onlyServer(target), target.drivers, target.spaces);
  try {
    await untilBooked(traffic, 20);

    await postgres.kill();
    const before = traffic.outcomes.length;
    await expect.poll(() => traffic.outcomes.length).toBeGreaterThan(before + 3 * DRIVERS);
    const elsewhere = await askAll(target);
    await postgres.restart();
    const backAt = performance.now();
    await untilBooked(traffic, DRIVERS);
    const [driver = null] = drivers;
    const askWho = async () => (await send(onlyServer(target), driver, '/auth/v1/user')).status;
    await expect.poll(askWho, OFTEN).toBe(200);
    expect(performance.now() - backAt).toBeLessThan(RECOVERS_WITHIN_MS);
    await traffic.stop();

    for (const outcome of elsewhere) expectPassing(outcome);
    const refused = traffic.outcomes.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(DRIVERS);
    for (const outcome of refused) expectPassing(outcome);
    await expectStored(target, traffic.booked);
  } finally {
    await traffic.stop();
    await target.stop();
  }
});
