import { expect, test } from 'vitest';
import { as, createCast, refusalOf } from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
const cast = await createCast(sql);

const profileOf = async (id: string | null) => {
  const [row] = await sql`select * from public.profiles where user_id = ${id}`;
  return row;
};

test('a new account has a profile with its name, and settings', async () => {
  const profile = await as(sql, cast.ana)`select full_name, email, status from public.profiles`;
  expect(profile).toEqual([{ full_name: 'Ana', email: cast.ana.email, status: 'active' }]);
  expect(await as(sql, cast.ana)`select user_id from public.user_settings`).toHaveLength(1);
});

test('a new account is signed out after a day without activity', async () => {
  const settings = await as(sql, cast.ana)`select auto_logout_minutes from public.user_settings`;
  expect(settings).toEqual([{ auto_logout_minutes: 1440 }]);
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
];

test.each(UNSEEN)('a name or place with %s is refused everywhere, and one with accents is not', async (_, letter) => {
  const columns = [
    ...['profiles.full_name', 'profiles.phone', 'parking_zones.name', 'parking_zones.location'],
    ...['parking_spaces.name', 'parking_spaces.location', 'parking_spaces.hint', 'vehicles.name'],
    ...['installation_settings.app_name', 'installation_settings.legal_name'],
    ...['installation_settings.legal_address', 'installation_settings.email_from_name'],
  ];
  for (const column of columns) {
    const [table = '', name = ''] = column.split('.');
    const [check] = await sql<{ source: string }[]>`
      select replace(pg_get_expr(conbin, conrelid), ${name}, '$1::text') as source from pg_constraint
      where conrelid = ${`public.${table}`}::regclass and conname ~ ${`^${table}_${name}_(is_plain|on_one_line)$`}`;
    const accepts = async (text: string) => {
      const [row] = await sql.unsafe<{ yes: boolean }[]>(`select ${check?.source} as yes`, [text]);
      return row?.yes;
    };
    expect({ column, plain: await accepts('Peña 3º ñandú 👍🏽'), odd: await accepts(`Ana${letter} Pérez`) }).toEqual({
      column,
      plain: true,
      odd: false,
    });
  }
  const rename = as(
    sql,
    cast.ana,
  )`update public.profiles set full_name = ${`Ana${letter}`} where user_id = ${cast.ana.id}`;
  expect(await refusalOf(rename)).toBe('23514');
});

test('somebody who signs up with unseen letters has a plain name', async () => {
  const [account] = await sql<{ id: string }[]>`
    insert into auth.users (id, aud, role, email, raw_user_meta_data)
    values (gen_random_uuid(), 'authenticated', 'authenticated', 'plain@parqueo.test',
      ${sql.json({ full_name: ' \u202eAna\u200b\n\tPérez\u2069 ', phone: '\u200b' })})
    returning id`;
  expect(await profileOf(account?.id ?? null)).toMatchObject({ full_name: 'Ana Pérez', phone: null });
});

test.each(['rating = 5', 'total_trips = 9', "status = 'active'", 'wallet_balance = 1000'])(
  'a driver cannot set their own %s',
  async (change) => {
    const before = await profileOf(cast.suspended.id);
    const attempt = as(sql, cast.suspended, (tx) => tx.unsafe(`update public.profiles set ${change}`));
    expect(await refusalOf(attempt)).toBe('42501');
    expect(await profileOf(cast.suspended.id)).toEqual(before);
  },
);

test('an administrator changes rating, trips, status and balance of anybody', async () => {
  await as(sql, cast.admin)`
    update public.profiles set rating = 4.5, total_trips = 3, status = 'inactive', wallet_balance = 12.5
    where user_id = ${cast.beto.id}`;
  expect(await profileOf(cast.beto.id)).toMatchObject({ rating: '4.5', total_trips: 3, status: 'inactive' });
});

test('the profile follows the e-mail address of the account', async () => {
  await sql`update auth.users set email = 'new@parqueo.test' where id = ${cast.beto.id}`;
  expect(await profileOf(cast.beto.id)).toMatchObject({ email: 'new@parqueo.test' });
});

test('automatic logout takes 1 to 1440 minutes', async () => {
  for (const minutes of [0, 1441]) {
    const attempt = as(sql, cast.ana)`update public.user_settings set auto_logout_minutes = ${minutes}`;
    expect(await refusalOf(attempt)).toBe('23514');
  }
});
