import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Actor, as, createSpace, reserve } from './as.ts';
import { createPastReservation, createRating } from './past-reservations.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();

type Export = Record<string, Record<string, unknown>[] | null>;

const exportDataOf = (actor: Actor): Promise<Export> =>
  as(sql, actor, async (tx) => {
    const [row] = await tx<{ data: Export }[]>`select public.export_my_data() as data`;
    return row?.data ?? {};
  });

test('a driver exports their own rows, and no row of anybody else', async () => {
  const { spaceId } = await createSpace(sql);
  const { ana, beto } = cast;
  for (const [person, plate] of [
    [ana, 'A1'],
    [beto, 'B1'],
  ] as const) {
    await sql`
      insert into public.vehicles (user_id, name, plate, type) values (${person.id}, 'Yaris', ${plate}, 'sedan')`;
    await sql`
      insert into public.user_messages (user_id, sender_type, message) values (${person.id}, 'user', ${plate})`;
  }
  await reserve(sql, ana, { spaceId, from: 1, to: 2 });

  const exported = await exportDataOf(ana);

  expect(exported.profiles).toMatchObject([{ user_id: ana.id, email: ana.email, full_name: 'Ana' }]);
  expect(exported.vehicles).toMatchObject([{ plate: 'A1' }]);
  expect(exported.user_messages).toMatchObject([{ message: 'A1' }]);
  expect(exported.reservations).toMatchObject([{ user_id: ana.id, space_name: 'A-01', zone_name: 'Naco' }]);
  expect(JSON.stringify(exported)).not.toContain(beto.id);
});

test('the export does not say which administrator wrote a message or hid a comment', async () => {
  await sql`update private.installation set samples = false`;
  const { spaceId } = await createSpace(sql);
  await createRating(sql, cast.ana, await createPastReservation(sql, cast.ana, { spaceId }), 'Rude');
  await as(sql, cast.admin, async (tx) => {
    await tx`insert into public.user_messages (user_id, sender_type, message) values (${cast.ana.id}, 'other', 'Hello')`;
    await tx`update public.ratings set hidden_reason = 'Rude' where user_id = ${cast.ana.id}`;
  });
  const exported = await exportDataOf(cast.ana);
  await sql`update private.installation set samples = true`;
  expect(exported.user_messages).toMatchObject([{ message: 'Hello' }]);
  expect(exported.ratings).toMatchObject([{ hidden_reason: 'Rude' }]);
  expect(JSON.stringify(exported)).not.toContain(cast.admin.id);
});

test('the export has every table that names a person', async () => {
  const tables = await sql<{ name: string }[]>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'user_id' and t.table_type = 'BASE TABLE'`;
  const exported = await exportDataOf(cast.ana);
  // What administrators propose is theirs; what comes of it is among the entries of the wallet.
  const personal = tables.map(({ name }) => name).filter((name) => name !== 'wallet_corrections');
  expect(Object.keys(exported)).toEqual(expect.arrayContaining(personal));
});

test('a driver exports their commands to barriers, and no lock and no command of anybody else', async () => {
  const { spaceId } = await createSpace(sql);
  await sql`update public.parking_spaces set kavass_device_id = 'KV-7' where id = ${spaceId}`;
  const { id } = await reserve(sql, cast.ana, { spaceId, from: -1, to: 1 });
  const [begun] = await sql<{ command: string }[]>`
    select public.begin_barrier_command(${cast.ana.id}, ${id}, 'open', ${randomUUID()}) ->> 'command' as command`;
  await sql`select public.finish_barrier_command(${begun?.command ?? ''}, 'moved', 200)`;
  const exported = await exportDataOf(cast.ana);
  expect(exported.barrier_commands).toEqual([
    { created_at: expect.any(String), action: 'open', outcome: 'moved', reservation_id: id },
  ]);
  expect((await exportDataOf(cast.beto)).barrier_commands).toBeNull();
});

test('an administrator exports their own rows only', async () => {
  const exported = await exportDataOf(cast.admin);
  expect(exported.profiles).toMatchObject([{ user_id: cast.admin.id }]);
  expect(exported.user_roles).toMatchObject([{ role: 'admin' }]);
});
