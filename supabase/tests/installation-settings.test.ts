import { beforeEach, describe, expect, test } from 'vitest';
import { toColumn } from '../../domain/camel-case.ts';
import { type Column, initialValues, toRow } from '../../domain/columns.ts';
import { PUBLIC_SETTINGS } from '../../domain/settings/public-settings.ts';
import { SETTINGS } from '../../domain/settings/settings.ts';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import { type Actor, ANONYMOUS, as, createCast, problemOf, refusalOf, SERVICE, withProof } from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
const cast = await createCast(sql);
const proven = await withProof(sql, cast.admin);

test('forms and database have the same settings, which begin with the same values', async () => {
  const [row] = await sql`
    select to_jsonb(s) - array['id', 'updated_at', 'maintenance_since'] as settings
    from public.installation_settings s`;
  expect(row?.settings).toEqual(JSON.parse(JSON.stringify(toRow(SETTINGS, initialValues(SETTINGS)))));
});

beforeEach(async () => {
  await writeInstallation(sql, { samples: false });
  await sql`
    update public.installation_settings set app_name = 'Parqueo', maintenance_mode = false, max_reservation_hours = 24`;
});

const change = (actor: Actor, column: string, value: unknown) =>
  as(sql, actor)`update public.installation_settings set ${sql({ [column]: value })} returning id, updated_at`;
const stored = async () => {
  const [row] = await sql`select * from public.installation_settings`;
  if (!row) throw new Error('The row is gone');
  return row;
};

test('the row of settings stays the only one', async () => {
  expect(await refusalOf(sql`insert into public.installation_settings (id) values ('b')`)).toBe('23514');
  expect(await refusalOf(as(sql, SERVICE)`delete from public.installation_settings`)).toBe('42501');
});

test.each<[string, boolean | number]>([
  ['admins_need_second_factor', true],
  ['two_factor_allowed', false],
  ['wallet_correction_limit', 6000],
  ['charges_drivers', true],
])('an administrator changes %s only after a recent proof', async (column, value) => {
  await sql`update public.installation_settings set tax_rate = 18`;
  const { [column]: before } = await stored();
  expect(await problemOf(change(cast.admin, column, value))).toBe('proof-needed');
  expect(await change(cast.admin, column, before)).toHaveLength(1);
  expect(await change(proven, column, value)).toHaveLength(1);
  await sql`update public.installation_settings set ${sql({ [column]: before })}`;
});

test('everybody reads what a browser needs, and not how people sign in or who sends mails', async () => {
  const [row] = await as(sql, ANONYMOUS)`select * from public.public_settings`;
  expect(row).toMatchObject({ app_name: 'Parqueo', max_reservation_hours: 24, maintenance_mode: false });
  const names = [...Object.keys(PUBLIC_SETTINGS).map(toColumn), 'maintenance_since'];
  expect(Object.keys(row ?? {}).toSorted()).toEqual(names.toSorted());
});

describe('what the settings hold', () => {
  const bounds = Object.entries<Column<unknown>>(SETTINGS).flatMap(([name, { input }]) =>
    input.kind === 'number' ? [[toColumn(name), input] as const] : [],
  );

  test.each(bounds)('the forms have the bounds of %s', async (column, { min, max, step }) => {
    await sql`update public.installation_settings set top_up_min = 0.01, top_up_max = 1000000`;
    for (const value of [min - step, max + step])
      expect(await refusalOf(change(proven, column, value)), `${value}`).toBe('23514');
    for (const value of [min, max]) expect(await change(proven, column, value)).toHaveLength(1);
  });

  test.each<[string, (string | number | null)[]]>([
    ['privacy_text', ['x'.repeat(20_001), null]],
    ['app_name', ['', '  ', 'x'.repeat(61), null]],
    ['app_description', ['x'.repeat(301), null]],
    ['default_parking_rate', ['NaN', null]],
    ['max_reservation_hours', [null]],
    ['min_reservation_minutes', [null]],
    ['cancellation_deadline_minutes', [null]],
    ['currency', ['EUR', '', null]],
    ['tax_rate', ['NaN']],
    [
      'account_codes',
      ['[]', '"1"', '{"tax": 1}', '{"tax": ""}', '{"tax": " 2"}', '{"tax": "2\\n3"}', '{"Tax": "2"}', null].concat(
        `{"tax": "${'x'.repeat(31)}"}`,
      ),
    ],
    ['password_min_length', [null]],
    [
      'email_from_address',
      ['', 'nobody', 'a@b@c', 'a b@c.do', 'a@b.do\r\nBcc: x@y.do', '<a@b.do>', `${'x'.repeat(255)}@b.do`],
    ],
    ['email_from_name', ['', ' ', 'x'.repeat(61), 'Parqueo\r\nBcc: x@y.do']],
  ])('an administrator cannot set %s to a value out of its bounds', async (column, values) => {
    for (const value of values) {
      const code = await refusalOf(change(cast.admin, column, value));
      expect(['23514', '23502', '22003'], `${value}`).toContain(code);
    }
  });

  test('the longest texts are saved, with their copy in the audit log', async () => {
    const longest = 'ñ'.repeat(20_000);
    for (const column of ['terms_text', 'privacy_text'])
      expect(await change(cast.admin, column, longest)).toHaveLength(1);
    expect(await change(cast.admin, 'terms_text', '')).toHaveLength(1);
    await change(cast.admin, 'privacy_text', '');
  });

  test('the moment maintenance began is kept until it ends', async () => {
    await change(cast.admin, 'maintenance_mode', true);
    const { maintenance_since: began } = await stored();
    expect(began).toBeInstanceOf(Date);
    await change(cast.admin, 'app_name', 'Parking RD');
    expect((await stored()).maintenance_since).toEqual(began);
    await change(cast.admin, 'maintenance_mode', false);
    expect((await stored()).maintenance_since).toBeNull();
  });
});
