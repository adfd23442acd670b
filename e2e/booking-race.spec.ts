import { randomUUID } from 'node:crypto';
import { createPerson, expect, type Person, test } from './people.ts';

const DRIVERS = 50;

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

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

test('of fifty drivers who reserve one space at once one gets it and forty-nine are refused cleanly', async ({
  server,
}) => {
  const drivers: Person[] = [];
  for (let index = 0; index < DRIVERS; index += 1) drivers.push(await createPerson(server, `racer${index}`));
  const [first] = drivers;
  if (!first) throw new Error('There are no drivers');
  const space = await aFreeSpace(first);
  const times = { start_time: inHours(1), end_time: inHours(2) };

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
    start_time: inHours(30),
    end_time: inHours(31),
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
