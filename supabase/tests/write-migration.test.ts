import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { generateMigration } from '../../build/generate-migration.ts';
import { compare, readFingerprint } from '../../build/schema-fingerprint.ts';
import { writeMigration } from '../../build/write-migration.ts';
import { createTestDatabase } from '../../server/testing/database.ts';

/** What every database of these tests begins with. */
const LAMPS = `
  create schema private;
  create table public.lamps (id int primary key, room text not null);
  create function private.is_lit(lamp int) returns boolean language sql stable set search_path = '' return lamp > 0;
  grant execute on function private.is_lit to anon;
  create view public.lit_lamps with (security_invoker) as select id, room from public.lamps where private.is_lit(id);
  grant select on public.lit_lamps to anon;
  create policy lamps_are_seen on public.lamps for select to anon using (private.is_lit(id));
  create function private.note_lamp() returns trigger language plpgsql as 'begin return new; end';
  create trigger note_lamp before insert on public.lamps for each row execute function private.note_lamp();
`;

/** Brings one of two databases to what `change` made of the other, with what a person writes first. */
async function bring(change: string, byHand = '') {
  const old = await createTestDatabase({ template: 'empty' });
  const wanted = await createTestDatabase({ template: 'empty' });
  onTestFinished(() => Promise.all([old.close(), wanted.close()]).then(() => undefined));
  for (const { sql } of [old, wanted]) await sql.unsafe(LAMPS);
  await wanted.sql.unsafe(change);
  const objects = await wanted.sql.begin(readFingerprint);
  const session = await old.sql.reserve();
  await session`begin`;
  await session.unsafe(byHand);
  const { statements, rest } = await generateMigration(session, objects);
  await session`rollback`;
  // The statements alone do the same, as a migration runs them.
  await session.unsafe(`${byHand};${statements.join('\n')}`);
  session.close();
  const left = compare(await old.sql.begin(readFingerprint), objects).length;
  return { text: statements.join('\n'), rest, left };
}

test.each([
  [
    'the body of a function',
    `create or replace function private.is_lit(lamp int) returns boolean language sql stable set search_path = '' return lamp > 1`,
  ],
  [
    'a view with one more column',
    'create or replace view public.lit_lamps with (security_invoker) as select id, room, 1 as more from public.lamps where private.is_lit(id)',
  ],
  [
    'a view with other columns',
    'drop view public.lit_lamps; create view public.lit_lamps as select room from public.lamps; grant select on public.lit_lamps to anon',
  ],
  [
    'a function with another result, which a view and a policy use',
    `drop function private.is_lit cascade;
     create function private.is_lit(lamp int) returns int language sql stable set search_path = '' return lamp;
     grant execute on function private.is_lit to authenticated;
     create view public.lit_lamps as select id, room from public.lamps where private.is_lit(id) > 0;
     create policy lamps_are_seen on public.lamps for select to authenticated using (private.is_lit(id) > 0)`,
  ],
  [
    'functions that need each other, in their order',
    `create function public.count_lamps() returns bigint language sql stable set search_path = '' begin atomic select count(*) from public.lamps; end;
     create function public.has_lamps() returns boolean language sql stable set search_path = '' return public.count_lamps() > 0;
     create view public.lamp_count as select public.count_lamps() as lamps;
     comment on view public.lamp_count is 'How many lamps there are';
     grant select on public.lamp_count to authenticated;
     grant execute on function public.count_lamps to public`,
  ],
  ['a trigger and a function that go', 'drop function private.note_lamp cascade'],
  ['a trigger that is off', 'alter table public.lamps disable trigger note_lamp'],
  [
    'rights on columns, on a table and on a schema',
    'grant select (id), update (room) on public.lamps to authenticated; grant all on public.lamps to service_role; grant create on schema private to anon',
  ],
  ['a right less', 'revoke execute on function private.is_lit from anon'],
  [
    'comments',
    `comment on column public.lamps.room is 'It''s where'; comment on policy lamps_are_seen on public.lamps is 'By all'; comment on constraint lamps_pkey on public.lamps is 'Key'`,
  ],
])('a migration brings %s', async (_, change) => {
  const { rest, left, text } = await bring(change);
  expect({ rest, left }).toEqual({ rest: [], left: 0 });
  expect(text).not.toBe('');
});

test('what a person writes is listed, with what waits for it, and the rest follows once it is written', async () => {
  const byHand = `alter table public.lamps add column watts int not null default 5; create table public.rooms (name text primary key);
    alter table public.rooms enable row level security; insert into public.rooms values ('Hall');`;
  const change = `${byHand} create view public.strong_lamps as select id from public.lamps where watts > 60`;
  const { rest, text } = await bring(change);
  expect(text).toBe('');
  expect(rest).toEqual([
    'column public.lamps.watts: integer not null default 5, instead of nothing',
    'table public.lamps: (id, room, watts), instead of (id, room)',
    'column public.rooms.name: text not null, instead of nothing',
    'table public.rooms: (name) row level security, instead of nothing',
    'constraint rooms_pkey on public.rooms: PRIMARY KEY (name), instead of nothing',
    expect.stringMatching(/^view public.strong_lamps: .* — column "watts" does not exist$/),
    'data of public.rooms: {"name": "Hall"}, instead of nothing',
  ]);
  const written = await bring(change, byHand);
  expect(written).toMatchObject({
    rest: [],
    left: 0,
    text: expect.stringMatching(/^create or replace view public.strong_lamps as/),
  });
});

test('a function that a constraint needs stays, and the list says why', async () => {
  const constraint = 'alter table public.lamps add constraint lit check (private.is_lit(id))';
  const { rest, text } = await bring('drop function private.is_lit cascade', constraint);
  expect(rest).toContainEqual(
    expect.stringMatching(
      /^function private.is_lit\(integer\): nothing, .* — it is needed by constraint lit on public.lamps$/,
    ),
  );
  expect(text).not.toContain('drop function private.is_lit');
});

test('the command writes the first migration, then a next one, and that anew with the part by hand', {
  timeout: 60_000,
}, async () => {
  const root = await mkdtemp(join(tmpdir(), 'parqueo-migrations-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const [subjects = '', migrations = ''] = ['subjects', 'migrations'].map((name) => join(root, name));
  for (const folder of [subjects, migrations]) await mkdir(folder);
  const sets = {
    brought: [],
    subjects: { folder: subjects, table: 'schema_migrations' },
    migrations: { folder: migrations, table: 'schema_migrations' },
  } as const;
  const declare = (text: string) => writeFile(join(subjects, '0100_lamps.sql'), text);
  const view = 'create view public.seen_lamps as select id from public.lamps;';
  await declare('create table public.lamps (id int);');
  expect((await writeMigration('first', sets)).text).toContain('create table public.lamps (id int);');
  await declare(`create table public.lamps (id int, room text); ${view}`);

  const next = await writeMigration('rooms', sets);
  expect(next.text).toMatch(
    /^-- Locks: \?\n[\s\S]*-- Still differs: column public.lamps.room: text, instead of nothing\n[\s\S]*create or replace view/,
  );
  await writeFile(
    next.file,
    next.text
      .replace('Locks: ?', 'Locks: public.lamps, for a moment')
      .replace('rows\n', 'rows\n\nalter table public.lamps add room text;\n'),
  );
  const again = await writeMigration('rooms', sets);
  expect(again.file).toBe(next.file);
  expect(again.text).toMatch(
    /^-- Locks: public.lamps, for a moment\n[\s\S]*alter table public.lamps add room text;\n[\s\S]*create or replace view/,
  );
  expect(again.text).not.toContain('-- Still differs: ');
  await writeFile(next.file, again.text.replace('add room text;', 'add room text; commit;'));
  await expect(writeMigration('rooms', sets)).rejects.toThrow(/^The part by hand fails: RELEASE SAVEPOINT can only/);
  await expect(writeMigration('first', sets)).rejects.toThrow('first is not the newest migration');
});

test('the command does not write a released migration anew', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, '20261201000000_release_1_0.sql'), '');
  const set = { folder, table: 'schema_migrations' } as const;
  await expect(writeMigration('release_1_0', { brought: [], subjects: set, migrations: set })).rejects.toThrow(
    'release_1_0 is released, and never changes',
  );
});
