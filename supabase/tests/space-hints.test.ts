import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANONYMOUS, createSpace } from './as.ts';
import { type HttpWorld, openHttpWorld } from './http-world.ts';

let world: HttpWorld;
beforeAll(async () => {
  world = await openHttpWorld();
});
afterAll(() => world.close());

const write = (actor: HttpWorld['admin'], spaceId: string, hint: string | null) =>
  world.ask(actor, `parking_spaces?id=eq.${spaceId}&select=hint`, {
    method: 'PATCH',
    headers: { prefer: 'return=representation' },
    body: JSON.stringify({ hint }),
  });

test('an administrator says how to find a space, everybody reads it, and the audit log names it', async () => {
  const { sql } = world.database;
  const { spaceId } = await createSpace(sql);
  expect(await (await write(world.admin, spaceId, 'Nivel 2, a la izquierda')).json()).toEqual([
    { hint: 'Nivel 2, a la izquierda' },
  ]);
  const read = await world.ask(ANONYMOUS, `parking_spaces?id=eq.${spaceId}&select=hint`);
  expect(await read.json()).toEqual([{ hint: 'Nivel 2, a la izquierda' }]);
  const [entry] = await sql`
    select actor_id, after ->> 'hint' as hint from public.audit_log
    where subject_table = 'parking_spaces' and subject_id = ${spaceId} order by id desc limit 1`;
  expect(entry).toEqual({ actor_id: world.admin.id, hint: 'Nivel 2, a la izquierda' });
});

test('nobody else says how to find a space', async () => {
  const { sql } = world.database;
  const { spaceId } = await createSpace(sql);
  for (const actor of [world.ana, world.beto, world.suspended]) {
    expect(await (await write(actor, spaceId, 'Nowhere')).json()).toEqual([]);
  }
  expect((await write(ANONYMOUS, spaceId, 'Nowhere')).ok).toBe(false);
  expect(await sql`select hint from public.parking_spaces where id = ${spaceId}`).toEqual([{ hint: null }]);
});

test('a hint has at most 120 letters', async () => {
  const { spaceId } = await createSpace(world.database.sql);
  expect((await write(world.admin, spaceId, 'x'.repeat(120))).ok).toBe(true);
  expect((await write(world.admin, spaceId, 'x'.repeat(121))).status).toBe(400);
});
