import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { removeOldData } from '../../server/start/jobs.ts';
import { type Actor, as, createCast, createSpace, problemOf, readValue, refusalOf, withoutRules } from './as.ts';
import { createStaff } from './staff-world.ts';
import { openDatabase } from './world.ts';

// Staff check plates, note what they see and keep the safelist. Here is zone A; B is another, and some spaces are in none.

const sql = await openDatabase();
await sql`update private.installation set samples = false`;
const cast = await createCast(sql);
const { admin } = cast;
const { zoneA, spaceOfA, zoneB, spaceOfB, people } = await createStaff(sql);
const { attendant, manager, ofBoth, everywhere, attendantOfB } = people;
const spaceOfNone = await readValue<string>(sql`insert into public.parking_spaces (name) values ('Z-01') returning id`);

beforeEach(async () => {
  await withoutRules(sql)`delete from public.reservations`;
  await withoutRules(sql)`delete from public.audit_log`;
  await withoutRules(sql)`delete from public.plate_notes`;
  await withoutRules(sql)`delete from public.safelist`;
});

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);

/** A reservation of a car, from and to in minutes from now. */
const park = (plate: string, from: number, to: number, space = spaceOfA, rest: object = {}) =>
  withoutRules(sql)`insert into public.reservations ${sql({
    user_id: cast.beto.id,
    parking_space_id: space,
    vehicle_plate: plate,
    status: 'active',
    start_time: at(from),
    end_time: at(to),
    ...rest,
  })}`;

type Answer = {
  plate: string;
  found: { state: string; plate: string; is_similar: boolean }[];
  visits: number;
  notes: { id: string; kind: string; photo: string | null }[];
};
const check = async (actor: Actor, plate: string, zone: string | null = null) =>
  readValue<Answer>(as(sql, actor)`select public.check_plate(${plate}, ${zone})`);
const statesOf = async (...args: Parameters<typeof check>) => (await check(...args)).found.map(({ state }) => state);

/** A JPEG of these segments, each a marker and its bytes, before one scan. */
const jpeg = (segments: [marker: number, length: number][] = [[0xe0, 14]], scan = [1, 255, 0, 2, 255, 0xd9]) =>
  Buffer.from([
    0xff,
    0xd8,
    ...segments.flatMap(([marker, length]) => [255, marker, length >> 8, (length & 255) + 2, ...Array(length).fill(7)]),
    255,
    0xda,
    0,
    3,
    1,
    ...scan,
  ]).toString('base64');

/** A JPEG whose frame says how wide and high it is. */
function sized(marker: number, width: number, height: number) {
  const photo = Buffer.from(jpeg([[marker, 15]]), 'base64');
  photo.writeUInt16BE(height, 7);
  photo.writeUInt16BE(width, 9);
  return photo.toString('base64');
}

type Note = {
  key?: string;
  plate?: string;
  zone?: string | null;
  kind?: string;
  note?: string | null;
  photo?: string | null;
};
const addNote = (actor: Actor, { key, plate, zone = zoneA, kind, note = null, photo = null }: Note = {}) =>
  as(sql, actor)`select public.add_plate_note(
    ${key ?? randomUUID()}, ${plate ?? 'A123456'}, ${zone}, ${kind ?? 'two_spaces'}, ${note}, ${photo})`;
const list = (
  actor: Actor,
  zone: string | null,
  plate = 'A123456',
  lastDay: string | null = null,
  key = randomUUID(),
) =>
  as(sql, actor)`select public.add_to_safelist(
    ${key}, ${plate}, ${zone}, 'Car of the owner', private.country_day(now()), ${lastDay})`;

const LISTED = '00000000-0000-4000-8000-000000000001';
const NOTED = '00000000-0000-4000-8000-000000000002';

describe('a check', () => {
  test('finds the plate however it is typed, and says nothing of its driver', async () => {
    await park('A123456', -60, 60);
    const told = await check(attendant, ' a 123-456', zoneA);
    expect(told).toMatchObject({
      plate: 'A123456',
      visits: 0,
      notes: [],
      found: [{ state: 'now', space_name: 'A-01' }],
    });
    expect(Object.keys(told.found[0] ?? {}).toSorted()).toEqual(
      'ends_at id is_similar plate rank reason space_name starts_at state zone_name'.split(' '),
    );
    expect(await problemOf(check(attendant, '?'))).toBe('23514');
  });

  test.each<[string, number, number, object, string[]]>([
    ['is under way', -60, 60, {}, ['now']],
    ['is to come', 30, 90, {}, ['arrives']],
    ['ended 14 minutes ago', -90, -14, {}, ['grace']],
    ['was to end 16 minutes ago, and nobody ended it', -90, -16, {}, ['over']],
    ['was ended early, a minute ago', -90, 90, { status: 'completed', ended_at: at(-1) }, ['grace']],
    ['was cancelled', -90, 90, { status: 'cancelled' }, []],
    ['began two days ago and goes on', -2880, 60, {}, ['now']],
    ['is open, and past the time for which its space was kept', -90, -20, { is_open: true }, ['inside']],
    ['was open, and ended', -90, -1, { is_open: true, status: 'completed', ended_at: at(-1) }, ['grace']],
    ['comes in three days', 4320, 4380, {}, []],
    ['ended three days ago', -4380, -4320, { status: 'completed' }, []],
  ])('knows a reservation that %s', async (_, from, to, rest, states) => {
    await park('A123456', from, to, spaceOfA, rest);
    expect(await statesOf(attendant, 'A123456')).toEqual(states);
  });

  test('knows what began yesterday and ends today, and what begins until the end of tomorrow', async () => {
    const [{ start, end } = { start: 0, end: 0 }] = await sql<{ start: number; end: number }[]>`
      select extract(epoch from private.start_of_day(private.country_day(now())) - now()) / 60 as start,
        extract(epoch from private.start_of_day(private.country_day(now()) + 2) - now()) / 60 as end`;
    await park('A100000', Number(end) - 1, Number(end));
    await park('A200000', Number(end) + 1, Number(end) + 60, spaceOfA);
    await park('A300000', Number(start) - 600, Number(start) + 1, spaceOfA, { status: 'completed' });
    expect(await statesOf(attendant, 'A100000')).toEqual(['arrives']);
    expect(await statesOf(attendant, 'A200000')).toEqual([]);
    expect(await statesOf(attendant, 'A300000')).toHaveLength(1);
  });

  test('says what matters most first', async () => {
    await park('A123456', 120, 180);
    await park('A123456', -120, -5);
    await park('A123456', -4, 60);
    await list(manager, zoneA);
    expect(await statesOf(attendant, 'A123456')).toEqual(['listed', 'now', 'grace', 'arrives']);
  });

  test.each([
    ['A128O51', 'AI2805I'],
    ['OI8S000', '0185OOO'],
  ])('finds %s for %s as similar', async (parked, typed) => {
    await park(parked, -60, 60);
    const { plate, found } = await check(attendant, typed);
    expect(found).toMatchObject([{ state: 'now', plate: parked, is_similar: true }]);
    expect(plate).toBe(typed);
    expect(await statesOf(attendant, typed.replace('0', '6'))).toEqual([]);
  });

  test('tells another zone of the caller, and nothing of the zones of others', async () => {
    await park('A123456', -60, 60, spaceOfB);
    await addNote(attendantOfB, { zone: zoneB });
    await list(admin, zoneB);
    expect(await statesOf(ofBoth, 'A123456', zoneA)).toEqual(['listed', 'elsewhere']);
    expect(await statesOf(ofBoth, 'A123456')).toEqual(['listed', 'now']);
    expect(await check(attendant, 'A123456')).toEqual({ plate: 'A123456', found: [], visits: 0, notes: [] });
  });

  test('of a space in no zone is for staff of all zones', async () => {
    await park('A123456', -60, 60, spaceOfNone);
    await addNote(everywhere, { zone: null });
    expect(await statesOf(ofBoth, 'A123456')).toEqual([]);
    expect(await check(everywhere, 'A123456')).toMatchObject({
      found: [{ state: 'now' }],
      notes: [{ kind: 'two_spaces' }],
    });
  });

  test('counts the visits of 30 days in the zones of the caller', async () => {
    for (const days of [2, 5, 29, 31])
      await park('A123456', -days * 1440, -days * 1440 + 60, spaceOfA, { status: 'completed' });
    await park('A123456', -1440 * 3, -1440 * 3 + 60, spaceOfB, { status: 'completed' });
    expect((await check(attendant, 'A123456')).visits).toBe(3);
  });

  test('stands in the log with its plate, under name and duty, for a year', async () => {
    await check(attendant, 'a-123456', zoneA);
    const entries = () => sql`
      select action, subject_id, after, actor_name, actor_role from public.audit_log where subject_table = 'plates'`;
    expect(await entries()).toEqual([
      { action: 'check', subject_id: 'A123456', after: { zone_id: zoneA }, actor_name: 'Ana', actor_role: 'attendant' },
    ]);
    await withoutRules(sql)`update public.audit_log set created_at = now() - interval '364 days'`;
    await removeOldData(sql);
    expect(await entries()).toHaveLength(1);
    await withoutRules(sql)`update public.audit_log set created_at = now() - interval '366 days'`;
    await removeOldData(sql);
    expect(await entries()).toEqual([]);
  });

  test('is made 60 times a minute by a person', async () => {
    const many = as(sql, attendant, async (tx) => {
      for (let times = 0; times < 60; times += 1) await tx`select public.check_plate('A123456', ${zoneA})`;
    });
    await many;
    expect(await problemOf(check(attendant, 'A123456'))).toBe('plate-check-limit');
    await check(manager, 'A123456');
  });
});

describe('a note', () => {
  test('is made once, read whole by managers and that day by its maker, and tells others its day and kind', async () => {
    const note = { key: NOTED, kind: 'other', note: ' Over the line ', photo: jpeg() };
    await addNote(attendant, note);
    await addNote(attendant, { ...note, note: 'Again' });
    const read = async (actor: Actor) => (await check(actor, 'A123456')).notes;
    const told = { id: NOTED, kind: 'other', zone_name: 'Naco', created_at: expect.any(String) };
    const whole = [{ ...told, note: 'Over the line', made_by: 'Ana (attendant)', photo: note.photo }];
    const outside = [{ ...told, note: null, made_by: null, photo: null }];
    expect(await read(manager)).toEqual(whole);
    expect(await read(attendant)).toEqual(whole);
    expect(await read(ofBoth)).toEqual(outside);
    await withoutRules(sql)`update public.plate_notes set created_at = now() - interval '1 day'`;
    expect(await read(attendant)).toEqual(outside);
    expect(await read(manager)).toEqual(whole);
  });

  test('comes with its photo, where it is one of the three newest of a plate', async () => {
    for (let day = 5; day > 0; day -= 1) {
      await addNote(manager, { photo: jpeg() });
      await withoutRules(sql)`update public.plate_notes set created_at = created_at - interval '1 minute'`;
    }
    const { notes } = await check(manager, 'A123456');
    expect(notes.map(({ photo }) => photo !== null)).toEqual([true, true, true, false, false]);
  });

  test('is logged without its plate, text and photo, and goes after 90 days', async () => {
    await addNote(attendant, { note: 'Over the line', photo: jpeg() });
    const [entry] = await sql<
      { after: object }[]
    >`select after from public.audit_log where subject_table = 'plate_notes'`;
    expect(Object.keys(entry?.after ?? {}).toSorted()).toEqual([
      'created_at',
      'id',
      'kind',
      'made_by',
      'maker_id',
      'zone_id',
    ]);
    const count = async () => (await sql`select from public.plate_notes`).length;
    await withoutRules(sql)`update public.plate_notes set created_at = now() - interval '89 days'`;
    await removeOldData(sql);
    expect(await count()).toBe(1);
    await withoutRules(sql)`update public.plate_notes set created_at = now() - interval '91 days'`;
    await removeOldData(sql);
    expect(await count()).toBe(0);
  });

  test('is made 60 times an hour by a person', async () => {
    await sql`
      insert into public.plate_notes (id, plate, kind, maker_id, made_by)
      select gen_random_uuid(), 'A1', 'other', ${attendant.id}, 'Ana' from generate_series(1, 60)`;
    expect(await problemOf(addNote(attendant))).toBe('plate-note-limit');
    await addNote(manager);
  });

  test.each<[string, string, boolean]>([
    ['is bare', jpeg(), true],
    [
      'has no header for applications',
      jpeg([
        [0xdb, 65],
        [0xc0, 15],
      ]),
      true,
    ],
    [
      'has EXIF',
      jpeg([
        [0xe0, 14],
        [0xe1, 40],
      ]),
      false,
    ],
    ['is 2047 wide and high', sized(0xc0, 2047, 2047), true],
    ['is 65535 high', sized(0xc2, 1, 65_535), false],
    ['is 2048 wide', sized(0xc0, 2048, 1), false],
    ['has the data of an editor', jpeg([[0xed, 40]]), false],
    ['has a comment', jpeg([[0xfe, 5]]), false],
    ['has EXIF behind 90 tables', jpeg([...Array<[number, number]>(90).fill([0xdb, 2]), [0xe1, 9]]), false],
    ['has more headers than anybody needs', jpeg(Array<[number, number]>(200).fill([0xdb, 2])), false],
    ['has EXIF between its scans', jpeg([], [1, 255, 0xe1, 0, 4, 1, 1, 255, 0xd9]), false],
    ['has more behind its end', jpeg([], [1, 255, 0xd9, 1, 255, 0xd9]), false],
    ['ends too soon', jpeg([], [1, 2]), false],
    ['is a PNG', Buffer.from('89504e470d0a1a0a', 'hex').toString('base64'), false],
    ['is empty', '', false],
    ['lies about the length of a header', Buffer.from('ffd8ffe0ffff0000', 'hex').toString('base64'), false],
    ['is of 300 kB', jpeg([], [...Array(299_984).fill(1), 255, 0xd9]), true],
    ['is longer', jpeg([], [...Array(300_001).fill(1), 255, 0xd9]), false],
  ])('takes a photo that %s, or not', async (_, photo, isTaken) => {
    const attempt = addNote(attendant, { photo });
    if (isTaken) await attempt;
    else expect(await refusalOf(attempt)).toBe('23514');
  });

  test.each([
    ['a plate of letters that no plate has', { plate: 'Ñ12' }],
    ['an unknown kind', { kind: 'fine' }],
    ['a text of 301 letters', { note: 'x'.repeat(301) }],
  ])('has no %s', async (_, note) => {
    expect(await refusalOf(addNote(attendant, note))).toBe('23514');
  });

  test('outlives its zone, and is then of staff of all zones', async () => {
    const { zoneId } = await createSpace(sql);
    await addNote(admin, { zone: zoneId });
    await sql`delete from public.parking_zones where id = ${zoneId}`;
    expect((await check(everywhere, 'A123456')).notes).toHaveLength(1);
    expect((await check(ofBoth, 'A123456')).notes).toEqual([]);
  });
});

describe('the safelist', () => {
  test('holds in its zone from its first day to its last, and ends at once', async () => {
    await list(manager, zoneA, 'a-123456', null, LISTED);
    await list(manager, zoneA, 'B222222', null, LISTED);
    expect(await check(attendant, 'A123456')).toMatchObject({
      found: [{ state: 'listed', reason: 'Car of the owner' }],
    });
    expect(await statesOf(attendantOfB, 'A123456')).toEqual([]);
    expect(await as(sql, manager)`select plate, made_by from public.list_safelist()`).toEqual([
      { plate: 'A123456', made_by: 'Mario (manager)' },
    ]);
    await as(sql, manager)`select public.end_on_safelist(${LISTED})`;
    await as(sql, manager)`select public.end_on_safelist(${LISTED})`;
    expect(await statesOf(attendant, 'A123456')).toEqual([]);
    expect(await as(sql, manager)`select plate from public.list_safelist()`).toEqual([]);
    const entries = await sql`select action from public.audit_log where subject_table = 'safelist' order by id`;
    expect(entries).toEqual([{ action: 'insert' }, { action: 'update' }]);
  });

  test('of all zones holds everywhere, and only who has all zones sees it in the list', async () => {
    await list(admin, null);
    expect(await statesOf(attendant, 'A123456', zoneA)).toEqual(['listed']);
    expect(await as(sql, manager)`select from public.list_safelist()`).toHaveLength(0);
    expect(await as(sql, admin)`select from public.list_safelist()`).toHaveLength(1);
  });

  test('has an entry that begins later, which may end before', async () => {
    await as(
      sql,
      manager,
    )`select public.add_to_safelist(${LISTED}, 'A123456', ${zoneA}, 'Fair', private.country_day(now()) + 1)`;
    expect(await statesOf(attendant, 'A123456')).toEqual([]);
    await as(sql, manager)`select public.end_on_safelist(${LISTED})`;
    await sql`update public.safelist set valid_from = now(), valid_until = now() where valid_from = valid_until`;
    expect(await statesOf(attendant, 'A123456')).toEqual([]);
  });

  test('takes no day before the first, no blank reason, and 500 entries of a zone', async () => {
    expect(await problemOf(list(manager, zoneA, 'A1', '2020-01-01'))).toBe('safelist-days-reversed');
    expect(await problemOf(list(manager, zoneA, 'A1', 'infinity'))).toBe('safelist-days-reversed');
    const blank = as(sql, manager)`select public.add_to_safelist(gen_random_uuid(), 'A1', ${zoneA}, ' ', '2026-01-01')`;
    expect(await problemOf(blank)).toBe('23514');
    await sql`
      insert into public.safelist (id, plate, zone_id, reason, valid_from, made_by)
      select gen_random_uuid(), 'A1', ${zoneA}, 'Many', now(), 'Ada' from generate_series(1, 500)`;
    expect(await problemOf(list(manager, zoneA))).toBe('safelist-full');
  });

  test('forgets an entry 90 days after its end', async () => {
    await list(manager, zoneA);
    await list(manager, zoneA, 'B222222');
    await sql`update public.safelist set valid_from = now() - interval '200 days'`;
    await sql`update public.safelist set valid_until = now() - interval '91 days' where plate = 'A123456'`;
    await removeOldData(sql);
    expect(await sql`select plate from public.safelist`).toEqual([{ plate: 'B222222' }]);
  });
});
