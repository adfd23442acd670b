import { randomUUID } from 'node:crypto';
import { startReplicas } from './faults/targets.ts';
import { createBooking, reserve } from './faults/traffic.ts';
import { createPerson, expect, type Person, test } from './people.ts';

const DRIVERS = 50;
/** As many as bench/contention.ts lets race, in small. */
const CROWD = { drivers: 60, spaces: 5, servers: 2 };

const addHoursToNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function aFreeSpace(person: Person): Promise<string> {
  const { data } = await person.client
    .from('parking_spaces')
    .select('id')
    .eq('zone_name', 'Veintisiete Piantini')
    .limit(1)
    .single()
    .throwOnError();
  return data.id;
}

test('of fifty drivers who reserve one space at once one gets it and the rest are told why', async ({ server }) => {
  const drivers: Person[] = [];
  for (let index = 0; index < DRIVERS; index += 1) drivers.push(await createPerson(server, `racer${index}`));
  const [first] = drivers;
  if (!first) throw new Error('There are no drivers');
  const space = await aFreeSpace(first);
  const times = { start_time: addHoursToNow(1), end_time: addHoursToNow(2) };

  const answers = await Promise.all(
    drivers.map(({ client, id }) =>
      client
        .from('reservations')
        .insert({ user_id: id, parking_space_id: space, ...times, status: 'active' })
        .select('id')
        .single(),
    ),
  );

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refusals = answers.filter(({ error }) => error !== null);
  expect(refusals).toHaveLength(DRIVERS - 1);
  expect(new Set(refusals.map(({ status, error }) => `${status} ${error?.code}`))).toEqual(new Set(['409 23P01']));
});

test('a booking that is sent twice is there once', async ({ server }) => {
  const driver = await createPerson(server, 'twice');
  const booking = {
    id: randomUUID(),
    user_id: driver.id,
    parking_space_id: await aFreeSpace(driver),
    start_time: addHoursToNow(30),
    end_time: addHoursToNow(31),
    status: 'active',
  };
  const statuses = await Promise.all(
    [1, 2].map(() =>
      driver.client
        .from('reservations')
        .insert(booking)
        .then(({ status }) => status),
    ),
  );
  expect(statuses.toSorted()).toEqual([201, 409]);
  const { data } = await driver.client.from('reservations').select('id').eq('id', booking.id).throwOnError();
  expect(data).toHaveLength(1);
});

test('of sixty drivers who want five spaces through two servers exactly five get one', async () => {
  const target = await startReplicas(CROWD);
  try {
    const outcomes = await Promise.all(
      target.drivers.map((driver, index) => {
        const server = target.servers[index % CROWD.servers];
        const space = target.spaces[index % CROWD.spaces];
        if (!server || !space) throw new Error('There are too few servers or spaces');
        return reserve(server, driver, createBooking(driver, space, 1));
      }),
    );
    const said = Map.groupBy(outcomes, ({ status, body }) => `${status} ${body === '' ? '' : JSON.parse(body).code}`);
    expect([...said].map(([answer, all]) => [answer, all.length]).toSorted()).toEqual([
      ['201 ', CROWD.spaces],
      ['409 23P01', CROWD.drivers - CROWD.spaces],
    ]);
  } finally {
    await target.stop();
  }
});
