import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, ANONYMOUS, as, createSpace, refusalOf, reserve } from './as.ts';
import { type HttpWorld, openHttpWorld } from './http-world.ts';

let world: HttpWorld;
let spaceId: string;
let own: string;

beforeAll(async () => {
  world = await openHttpWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  ({ spaceId } = await createSpace(world.database.sql));
  own = (await reserve(world.database.sql, world.ana, { spaceId, from: -1, to: 2 })).id;
});

const ask = (actor: Actor, id = own) =>
  as(world.database.sql, actor, async (tx) => {
    const [row] = await tx<{ begins: Date | null }[]>`select public.next_reservation_begins(${id}) as begins`;
    return row?.begins ?? null;
  });
const book = (from: number, to: number) => reserve(world.database.sql, world.beto, { spaceId, from, to });
async function readStart(id: string): Promise<Date> {
  const [row] = await world.database.sql<{ start: Date }[]>`
    select start_time as start from public.reservations where id = ${id}`;
  if (row === undefined) throw new Error('No reservation came back');
  return row.start;
}

test('a driver learns when the next reservation on their space begins, and of several the first', async () => {
  expect(await ask(world.ana)).toBeNull();
  await book(6, 7);
  const { id } = await book(3, 4);
  expect(await ask(world.ana)).toEqual(await readStart(id));
});

test('a reservation right after the end of the driver counts, one more than a day later does not', async () => {
  await book(26.5, 27);
  expect(await ask(world.ana)).toBeNull();
  const { id } = await book(2.01, 3);
  expect(await ask(world.ana)).toEqual(await readStart(id));
});

test('a cancelled reservation is not the next one', async () => {
  const { id } = await book(3, 4);
  await world.database.sql`update public.reservations set status = 'cancelled' where id = ${id}`;
  expect(await ask(world.ana)).toBeNull();
});

test('nobody learns it of a reservation of somebody else, or of one that is closed', async () => {
  await book(3, 4);
  expect(await ask(world.beto)).toBeNull();
  expect(await ask(world.admin)).toBeNull();
  expect(await refusalOf(ask(ANONYMOUS))).toBe('42501');
  await world.database.sql`update public.reservations set status = 'completed' where id = ${own}`;
  expect(await ask(world.ana)).toBeNull();
});
