import { once } from 'node:events';
import { expect, test } from '@playwright/test';
import { copyDataTemplate, type RunningServer, startServer } from '../server.ts';
import { expectStored, startEmbeddedServer, startReplicas, type Target } from './targets.ts';
import { createBooking, type NewReservation, NO_RESPONSE, reserve, startTraffic } from './traffic.ts';

// Servers end while drivers book: one of two without notice, and one that is asked to.

const BURST = 80;
const DRIVERS = 12;
const RACED_SPACES = 5;
const DUPLICATE = '23505';

test('of drivers who race through two servers one gets each space, and a killed server loses no booking', async () => {
  const target = await startReplicas({ servers: 2, drivers: BURST });
  const [dying, staying] = target.servers;
  if (!dying || !staying) throw new Error('There are not two servers');
  try {
    const raced = await Promise.all(
      target.drivers.map((driver, index) =>
        reserve(
          index % 2 === 0 ? dying : staying,
          driver,
          createBooking(driver, target.spaces[index % RACED_SPACES] ?? '', 5),
        ),
      ),
    );
    const said = Map.groupBy(raced, ({ status, body }) => `${status} ${body === '' ? '' : JSON.parse(body).code}`);
    expect([...said].map(([answer, all]) => [answer, all.length]).toSorted()).toEqual([
      ['201 ', RACED_SPACES],
      ['409 23P01', BURST - RACED_SPACES],
    ]);

    const reservations = target.drivers.map((driver, index) => ({
      driver,
      reservation: createBooking(driver, target.spaces[index] ?? '', 1),
      server: index % 2 === 0 ? dying : staying,
    }));
    const acknowledged: NewReservation[] = [];
    const killed = once(dying.process, 'exit');
    // The kill comes in the middle of the burst: after some answers, before the rest.
    const first = await Promise.all(
      reservations.map(async ({ driver, reservation, server }) => {
        const outcome = await reserve(server, driver, reservation);
        if (outcome.status === 201) acknowledged.push(reservation);
        if (outcome.status === 201 && server === dying) dying.process.kill('SIGKILL');
        return outcome;
      }),
    );
    await killed;
    const withoutResponse = reservations.filter((_, index) => first[index]?.status === NO_RESPONSE);
    expect(withoutResponse.length).toBeGreaterThan(0);
    expect(acknowledged.length + withoutResponse.length).toBe(BURST);

    const repeats = await Promise.all(
      withoutResponse.map(({ driver, reservation }) => reserve(staying, driver, reservation)),
    );

    for (const { status, body } of repeats) {
      // What was stored before the kill is found by its id; the browser then reads it.
      expect(status === 201 || (status === 409 && body.includes(DUPLICATE))).toBe(true);
    }
    await expectStored(
      target,
      reservations.map(({ reservation }) => reservation),
    );
  } finally {
    await target.stop();
  }
});

async function countStored({ connect, drivers }: Target): Promise<number> {
  const sql = connect();
  const rows = await sql`select id from public.reservations where user_id = any(${drivers.map(({ id }) => id)})`;
  await sql.end();
  return rows.length;
}

/** Counts the bookings that reach a server, by its log. */
function countBookings({ process: server }: RunningServer): () => number {
  let log = '';
  server.stdout?.on('data', (chunk: Buffer) => {
    log += String(chunk);
  });
  return () => log.split('\n').filter((line) => line.includes('"method":"POST","route":"/rest/v1/')).length;
}

test('a server that is asked to stop answers every request that reached it, and ends', async () => {
  const target = await startEmbeddedServer(await copyDataTemplate(), { drivers: DRIVERS });
  const [server] = target.servers;
  if (!server) throw new Error('There is no server');
  const countReached = countBookings(server);
  const traffic = startTraffic(server, target.drivers, target.spaces);
  try {
    await expect.poll(() => traffic.booked.length).toBeGreaterThan(2 * DRIVERS);
    const before = traffic.outcomes.length;
    const ended = once(server.process, 'exit');
    server.process.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await traffic.stop();

    expect(traffic.outcomes.slice(before).some(({ status }) => status === 201)).toBe(true);
    const withoutResponse = traffic.outcomes.filter(({ status }) => status === NO_RESPONSE);
    // On a busy machine a connection still arrives as the socket is closed. The system resets it, and the server never sees it.
    expect(withoutResponse.map(({ broken }) => broken)).toContain('ECONNREFUSED');
    expect(traffic.outcomes.length - withoutResponse.length).toBe(traffic.booked.length);
    expect(countReached()).toBe(traffic.booked.length);
  } finally {
    await traffic.stop();
  }
  const again = await startServer(server.dataDir, target.env);
  try {
    await expectStored(target, traffic.booked);
    expect(await countStored(target)).toBe(traffic.booked.length);
  } finally {
    await again.stop();
  }
});
