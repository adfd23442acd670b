import { describe, expect, test } from 'vitest';
import { textSchema } from '../../domain/field-schemas.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { type Actor, as, createSpace, problemOf, readValue, refusalOf, withProof } from './as.ts';
import { openWorld } from './world.ts';

// Profiles and settings of people, and their suspension.

const { sql, cast } = await openWorld();

const profileOf = async (id: string | null) => (await sql`select * from public.profiles where user_id = ${id}`)[0];

test('a new account has a profile with its name, and settings that never sign out by themselves', async () => {
  expect(await as(sql, cast.ana)`select full_name, email, status from public.profiles`).toEqual([
    { full_name: 'Ana', email: cast.ana.email, status: 'active' },
  ]);
  const settings = await as(sql, cast.ana)`select auto_logout_minutes as minutes from public.user_settings`;
  expect(settings).toEqual([{ minutes: null }]);
});

describe('a recent proof', () => {
  const isRecent = async (person: Actor) => readValue(as(sql, person)`select private.has_recent_proof()`);

  test('is that of the own session, for an hour, and ends with it', async () => {
    const proven = await withProof(sql, cast.ana);
    const { session } = proven;
    expect(await isRecent(proven)).toBe(true);
    expect([await isRecent(cast.ana), await isRecent({ ...cast.beto, session })]).toEqual([false, false]);
    await sql`update auth.sessions set proved_at = now() - interval '61 minutes' where id = ${session}`;
    expect(await isRecent(proven)).toBe(false);
    await sql`update auth.sessions set proved_at = null where id = ${session}`;
    expect(await isRecent(proven)).toBe(false);
    await sql`delete from auth.sessions where id = ${session}`;
    expect(await isRecent(proven)).toBe(false);
  });

  test('is the newest sign-in with a password or a mail where the service stores none', async () => {
    const { session, id } = await withProof(sql, cast.ana);
    const now = Math.floor(Date.now() / 1000);
    const work = sql.begin(async (tx) => {
      await tx`alter table auth.sessions drop column proved_at`;
      const isRecentWith = async (method: string, timestamp: number) => {
        const claims = { sub: id, session_id: session, amr: [{ method, timestamp }] };
        await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
        return readValue(tx`select private.has_recent_proof()`);
      };
      throw Object.assign(new Error('The column stays'), {
        found: [
          await isRecentWith('password', now - 60),
          await isRecentWith('password', now - 3660),
          await isRecentWith('oauth', now - 60),
        ],
      });
    });
    await expect(work).rejects.toMatchObject({ found: [true, false, false] });
  });
});

// Written as escapes: nobody would see them here.
const UNSEEN: [what: string, letter: string][] = [
  ['a line break', '\n'],
  ['a control character', '\u0007'],
  ['a mark that turns the direction around', '\u202e'],
  ['an isolate', '\u2066'],
  ['a zero-width space', '\u200b'],
  ['a soft hyphen', '\u00ad'],
  ['a byte order mark', '\ufeff'],
  ['a tag', '\u{e0041}'],
  ['a blank of Braille', '\u2800'],
  ['a blank letter of Hangul', '\u3164'],
  ['another blank letter of Hangul', '\u115f'],
  ['five accents on a letter', '\u0301\u0302\u0303\u0304\u0305'],
  ['79 accents on a letter', '\u0e49'.repeat(79)],
];

test.each(UNSEEN)('a name or place with %s is refused everywhere, and one with accents is not', async (_, letter) => {
  const columns = [
    'profiles.full_name',
    'profiles.phone',
    'parking_zones.name',
    'parking_zones.location',
    'parking_spaces.name',
    'parking_spaces.location',
    'parking_spaces.hint',
    'vehicles.name',
    'installation_settings.app_name',
    'installation_settings.legal_name',
    'installation_settings.legal_address',
    'installation_settings.email_from_name',
  ];
  for (const column of columns) {
    const [table = '', name = ''] = column.split('.');
    const [check] = await sql<{ source: string }[]>`
      select replace(pg_get_expr(conbin, conrelid), ${name}, '$1::text') as source from pg_constraint
      where conrelid = ${`public.${table}`}::regclass and conname ~ ${`^${table}_${name}_(is_plain|on_one_line)$`}`;
    const accepts = async (text: string) => readValue(sql.unsafe(`select ${check?.source}`, [text]));
    expect([column, await accepts('Peña 3º ñandú 👍🏽'), await accepts(`Ana${letter} Pérez`)]).toEqual([
      column,
      true,
      false,
    ]);
  }
});

test.each(UNSEEN.slice(2))('a form leaves %s out, so that the database takes the rest', async (_, letter) => {
  const typed = textSchema(TEXT_LIMITS.fullName).parse(`Ana${letter} Pérez`);
  await as(sql, cast.ana)`update public.profiles set full_name = ${typed} where user_id = ${cast.ana.id}`;
  expect((await profileOf(cast.ana.id))?.full_name).toMatch(/^Ana\p{M}{0,4} Pérez$/u);
});

test.each([
  'Nguyễn Thị'.normalize('NFD'),
  'محمَّد',
  'می\u200cخواهم',
  'क्\u200dषितिज',
  'น้ำฝน',
  'שָׁלוֹם',
  '👍🏽 ❤️ 👨\u200d👩\u200d👧',
])('a person may be called %s', async (name) => {
  await as(sql, cast.ana)`update public.profiles set full_name = ${name}, bio = ${name}`;
  expect(await profileOf(cast.ana.id)).toMatchObject({ full_name: name, bio: name });
});

test.each(UNSEEN)('the database leaves %s out of every line that is written', async (_, letter) => {
  const line = `Ana${letter} Pérez`;
  const plain = expect.stringMatching(/^Ana\p{M}{0,4} {1,2}Pérez$/u);
  await as(sql, cast.ana)`update public.profiles set full_name = ${line}, phone = ${`+1809555${letter}0134`}`;
  expect(await profileOf(cast.ana.id)).toMatchObject({ full_name: plain });
  const { spaceId, zoneId } = await createSpace(sql);
  await as(sql, cast.admin)`update public.parking_zones set name = ${line}, location = ${line} where id = ${zoneId}`;
  await as(sql, cast.admin)`update public.parking_spaces set name = ${line}, hint = ${line} where id = ${spaceId}`;
  const [place] = await sql`
    select z.name, z.location, s.name as space_name, s.hint, s.zone_name
    from public.parking_zones z join public.parking_spaces s on s.zone_id = z.id where s.id = ${spaceId}`;
  expect(place).toEqual({ name: plain, location: plain, space_name: plain, hint: plain, zone_name: plain });
  const [car] = await as(sql, cast.ana)`
    insert into public.vehicles (user_id, name, plate, type)
    values (${cast.ana.id}, ${line}, ${`a\u200b12\u201134 ${String((letter.codePointAt(0) ?? 0) % 1000)}`}, 'suv') returning name, plate`;
  expect(car).toMatchObject({ name: plain, plate: expect.stringMatching(/^A1234\d+$/) });
});

test('nobody writes a name or a bio that shows nothing, or only accents', async () => {
  const before = await profileOf(cast.ana.id);
  const named = (name: string) => as(sql, cast.ana)`update public.profiles set full_name = ${name}`;
  for (const name of ['\u3000', '\u0301', '\u00a0 \ufe0f']) expect(await refusalOf(named(name))).toBe('23514');
  const heap = as(sql, cast.ana)`update public.profiles set bio = ${`Ana${'\u0301'.repeat(79)}`}`;
  expect(await refusalOf(heap)).toBe('23514');
  expect(await profileOf(cast.ana.id)).toEqual(before);
});

test('somebody who signs up with unseen letters and heaps of accents has a plain name', async () => {
  const [account] = await sql<{ id: string }[]>`
    insert into auth.users (id, aud, role, email, raw_user_meta_data)
    values (gen_random_uuid(), 'authenticated', 'authenticated', 'plain@parqueo.test',
      ${sql.json({ full_name: ` \u202eAna\u200b\n\tPérez${'\u0301'.repeat(79)}\u2069 `, phone: '\u200b' })})
    returning id`;
  expect(await profileOf(account?.id ?? null)).toMatchObject({
    full_name: `Ana Pérez${'\u0301'.repeat(4)}`,
    phone: null,
  });
});

test.each(['rating = 5', 'total_trips = 9', "status = 'inactive'", 'wallet_balance = 1000'])(
  'a driver cannot set their own %s, and an administrator can',
  async (change) => {
    const before = await profileOf(cast.ana.id);
    const write = (actor = cast.ana) =>
      as(sql, actor, (tx) => tx.unsafe(`update public.profiles set ${change} where user_id = '${cast.ana.id}'`));
    expect(await refusalOf(write())).toBe('42501');
    expect(await profileOf(cast.ana.id)).toEqual(before);
    expect((await write(cast.admin)).count).toBe(1);
  },
);

test('the profile follows the e-mail address of the account', async () => {
  await sql`update auth.users set email = ${`new-${cast.beto.email}`} where id = ${cast.beto.id}`;
  expect(await profileOf(cast.beto.id)).toMatchObject({ email: `new-${cast.beto.email}` });
});

describe('a suspension', () => {
  const setStatus = (status: string, actor = cast.ana) =>
    as(sql, cast.admin)`update public.profiles set status = ${status} where user_id = ${actor.id}`;
  const ban = (until: string | null) => sql`update auth.users set banned_until = ${until} where id = ${cast.ana.id}`;
  const readBan = async () => {
    const until = await readValue<Date | null>(sql`select banned_until from auth.users where id = ${cast.ana.id}`);
    return until?.toISOString() ?? null;
  };

  test('shuts the account out, and its end lets it in again', async () => {
    await setStatus('suspended');
    expect(Date.parse((await readBan()) ?? '')).toBeGreaterThan(Date.now());
    await setStatus('active');
    expect(await readBan()).toBeNull();
  });

  test('and its end leave a ban for another reason as it was', async () => {
    const until = '2099-01-01T00:00:00.000Z';
    const later = '2050-01-01T00:00:00.000Z';
    await ban(until);
    for (const status of ['inactive', 'suspended', 'active']) await setStatus(status);
    expect(await readBan()).toBe(until);
    await ban(null);
    await setStatus('suspended');
    await ban(later);
    await setStatus('active');
    expect(await readBan()).toBe(later);
  });

  test('leaves an administrator no rights, not even to lift it, with a session that is still good', async () => {
    // The last one in good standing could not be suspended.
    await sql`insert into public.user_roles (user_id, role) values (${cast.beto.id}, 'admin')`;
    await sql`update public.profiles set status = 'suspended' where user_id = ${cast.admin.id}`;
    const others = await as(sql, cast.admin)`
      update public.profiles set bio = 'x' where user_id <> ${cast.admin.id} returning 1`;
    expect(others).toHaveLength(0);
    expect(await problemOf(setStatus('active', cast.admin))).toBe('42501');
    for (const call of ['todays_reservations()', 'find_drivers(null)']) {
      expect(await refusalOf(as(sql, cast.admin, (tx) => tx.unsafe(`select * from public.${call}`)))).toBe('42501');
    }
  });
});
