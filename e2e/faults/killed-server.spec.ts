import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { allowUpcoming } from '../as-owner.ts';
import { clientOf, createPerson, expect, test } from '../people.ts';
import { createDataDir, startServer } from '../server.ts';

const BURST = 40;

test('every booking that was acknowledged before the server was killed is there after the next start', async () => {
  const dataDir = await createDataDir();
  const first = await startServer(dataDir);
  const driver = await createPerson(first, 'burst');
  await allowUpcoming(first, BURST);
  const { data: spaces } = await driver.client.from('parking_spaces').select('id').limit(BURST).throwOnError();
  const acknowledged: string[] = [];

  // The kill comes in the middle of the burst: after some answers, before the rest.
  const killed = once(first.process, 'exit');
  await Promise.all(
    spaces.map(async (space, index) => {
      const id = randomUUID();
      const start = Date.now() + 3_600_000 * (index + 1);
      const { error } = await driver.client.from('reservations').insert({
        id,
        user_id: driver.id,
        parking_space_id: space.id,
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + 3_600_000).toISOString(),
        status: 'active',
      });
      if (error === null) acknowledged.push(id);
      if (acknowledged.length === BURST / 4) first.process.kill('SIGKILL');
    }),
  );
  await killed;
  expect(acknowledged.length).toBeGreaterThanOrEqual(BURST / 4);

  const second = await startServer(dataDir);
  try {
    const again = await clientOf(second, driver.email);
    const { data } = await again.from('reservations').select('id').in('id', acknowledged).throwOnError();
    expect(data.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
  } finally {
    await second.stop();
  }
});
