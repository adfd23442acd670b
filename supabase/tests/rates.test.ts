import { randomUUID } from 'node:crypto';
import { millisecondsInMinute } from 'date-fns/constants';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toColumns } from '../../domain/camel-case.ts';
import vectors from '../../domain/money/rate-vectors.json' with { type: 'json' };
import { type Quote, quoteVersion, type RateVersion, rateVersionSchema } from '../../domain/money/rates.ts';
import { as, createSpace, errorOf, hoursFromNow } from './as.ts';
import { assignRates, createRates, createRules } from './rates-world.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();

type Stay = { rules: object; from: Date; to: Date };

/** What the database says that each stay costs, as TypeScript has it. */
async function quoteAll(stays: readonly Stay[]): Promise<Quote[]> {
  const rows = await sql.begin(async (tx) => {
    await tx`set local statement_timeout = '1min'`;
    return tx<{ amount: string; lines: Record<string, string | number>[] }[]>`
    select q.*
    from rows from (jsonb_to_recordset(${sql.json(stays as never)}) as (rules jsonb, "from" timestamptz, "to" timestamptz))
      with ordinality as s (rules, "from", "to", nth),
      lateral private.quote_rates(jsonb_populate_record(null::public.rate_versions, s.rules), s."from", s."to") q
    order by s.nth`;
  });
  const toCents = (amount: unknown) => Math.round(Number(amount) * 100);
  return rows.map(({ amount, lines }) => ({
    amount: toCents(amount),
    lines: lines.map(({ from, to, ...line }) => ({
      ...line,
      ...('rate' in line ? { rate: toCents(line['rate']) } : {}),
      startsAt: new Date(from ?? ''),
      endsAt: new Date(to ?? ''),
      amount: toCents(line['amount']),
    })),
  })) as unknown as Quote[];
}

test('the database says what the vectors say', async () => {
  const tables: Record<string, object> = vectors.tables;
  const quotes = await quoteAll(
    vectors.stays.map(({ table, from, to }) => ({
      rules: tables[table] ?? {},
      from: new Date(from),
      to: new Date(to),
    })),
  );
  expect(quotes.map(({ amount }) => amount)).toEqual(vectors.stays.map(({ cents }) => cents));
});

test('quotes on special days say what the vectors say', async () => {
  const { zoneId, spaceId: plain } = await createSpace(sql);
  await sql`update public.parking_spaces set hourly_rate = 50 where id = ${plain}`;
  const spaces: Record<string, string> = { plain };
  const tables: Record<string, string> = {};
  for (const [name, rules] of Object.entries(vectors.tables)) {
    tables[name] = await createRates(sql, rules);
    const [space] = await sql<{ id: string }[]>`
      insert into public.parking_spaces (name, zone_id) values (${name}, ${zoneId}) returning id`;
    spaces[name] = space?.id ?? '';
    await assignRates(sql, tables[name], { space_id: spaces[name] });
  }
  for (const [index, { is_of_all: isOfAll, table, ...day }] of vectors.days.entries()) {
    await sql`insert into public.special_days ${sql({
      ...day,
      id: randomUUID(),
      zone_id: isOfAll ? null : zoneId,
      kind: table === null ? 'event' : 'table',
      rate_table_id: table === null ? null : (tables[table] ?? ''),
      created_at: hoursFromNow(index - 10),
    })}`;
  }
  const quotes: number[] = [];
  for (const { table, from, to } of vectors.staysOnDays) {
    const [row] = await sql<{ amount: string }[]>`
      select public.quote_reservation(${spaces[table ?? 'plain'] ?? ''}, ${from}, ${to}) ->> 'amount' as amount`;
    quotes.push(Math.round(Number(row?.amount) * 100));
  }
  await sql`delete from public.special_days`;
  expect(quotes).toEqual(vectors.staysOnDays.map(({ cents }) => cents));
});

const minute = fc.integer({ min: 0, max: 1439 });
const money = fc.integer({ min: 0, max: 20_000 }).map((cents) => cents / 100);
const days = fc.subarray(['1', '2', '3', '4', '5', '6', '7'], { minLength: 1 }).map((list) => list.join(''));
const rates: fc.Arbitrary<RateVersion> = fc
  .record({
    validFrom: fc.constant(new Date(0)),
    perHour: money,
    freeMinutes: fc.constantFrom(0, 0, 15, 40),
    stepMinutes: fc.constantFrom(0, 15, 30, 60),
    leastMinutes: fc.constantFrom(0, 0, 60, 90),
    capPer: fc.constantFrom(null, '24h', 'day'),
    cap: money,
    capTurnsAt: minute,
    windows: fc.array(fc.record({ days, from: minute, to: fc.integer({ min: 0, max: 1440 }), rate: money }), {
      maxLength: 8,
    }),
    specials: fc.array(
      fc.record({
        name: fc.constant('special'),
        days,
        from: minute,
        to: minute,
        leaves: fc.option(minute),
        covers: minute,
        amount: money,
      }),
      { maxLength: 5 },
    ),
  })
  .map((table) => ({ ...table, cap: table.capPer === null ? null : table.cap * 5 }));

test('1,000 extensions by any table cost in the database what they cost on the screen, line by line', async () => {
  const extension = fc.tuple(
    rates,
    fc.integer({ min: 0, max: 20_160 * 60 }),
    fc.integer({ min: 1, max: 600 }),
    fc.integer({ min: 1, max: 2000 }),
  );
  const stays = fc.sample(extension, 1000).flatMap(([table, seconds, first, more]) => {
    const from = new Date(Date.parse('2026-11-23T04:00:00Z') + seconds * 1000);
    const after = (minutes: number) => new Date(from.getTime() + minutes * millisecondsInMinute);
    return [first, first + more].map((minutes) => ({ table, from, to: after(minutes) }));
  });
  const quotes = await quoteAll(stays.map(({ table, ...stay }) => ({ ...stay, rules: toColumns(table) })));
  const wrong = stays.flatMap((stay, index) => {
    const shown = quoteVersion(stay.table, { startsAt: stay.from, endsAt: stay.to });
    const sum = shown.lines.reduce((cents, line) => cents + line.amount, 0);
    const isEqual = JSON.stringify(sortKeys(shown)) === JSON.stringify(sortKeys(quotes[index]));
    return isEqual && sum === shown.amount ? [] : [{ stay, shown, decided: quotes[index] }];
  });
  expect(wrong.slice(0, 1)).toEqual([]);
}, 60_000);

/** A number of minutes has no end where seconds are a part of them. */
const sortKeys = (value: unknown): unknown =>
  typeof value === 'number'
    ? Math.round(value * 1e6)
    : value instanceof Object && !(value instanceof Date) && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .map(([key, part]) => [key, sortKeys(part)])
            .toSorted(),
        )
      : Array.isArray(value)
        ? value.map(sortKeys)
        : value;

const tableOf = async (spaceId: string, type: string | null = null) =>
  (await sql`select private.find_rate_table(${spaceId}, ${type}) as id`)[0]?.['id'] ?? null;

test('a space has the table of its own assignment, else that of its zone, and says so; the type of the vehicle comes first', async () => {
  const { zoneId, spaceId } = await createSpace(sql);
  const flags = async () =>
    [
      ...(await sql`select has_rates from public.parking_spaces where id = ${spaceId}`),
      ...(await sql`select has_rates from public.parking_zones where id = ${zoneId}`),
    ].map(({ has_rates: has }) => has);
  expect([await tableOf(spaceId), await flags()]).toEqual([null, [false, false]]);
  const [zone, motorcycles, own] = await Promise.all([createRates(sql), createRates(sql), createRates(sql)]);
  await assignRates(sql, motorcycles, { zone_id: zoneId, vehicle_type: 'motorcycle' });
  expect([await tableOf(spaceId), await tableOf(spaceId, 'motorcycle')]).toEqual([null, motorcycles]);
  await assignRates(sql, zone, { zone_id: zoneId });
  expect([await tableOf(spaceId, 'suv'), await tableOf(spaceId, 'motorcycle')]).toEqual([zone, motorcycles]);
  await assignRates(sql, own, { space_id: spaceId });
  expect([await tableOf(spaceId, 'motorcycle'), await flags()]).toEqual([own, [true, true]]);
  await sql`delete from public.rate_assignments where zone_id = ${zoneId}`;
  expect(await flags()).toEqual([true, true]);
  await sql`delete from public.rate_assignments where space_id = ${spaceId}`;
  expect([await tableOf(spaceId), await flags()]).toEqual([null, [false, false]]);
});

test('a space that moves to a zone has its table', async () => {
  const { spaceId } = await createSpace(sql);
  const { zoneId } = await createSpace(sql);
  const table = await createRates(sql);
  await assignRates(sql, table, { zone_id: zoneId });
  await sql`update public.parking_spaces set zone_id = ${zoneId} where id = ${spaceId}`;
  expect(await tableOf(spaceId)).toBe(table);
});

test.each([
  ['windows', [{ days: '12', from: 0, to: 60, rate: 1 }, ...Array(8).fill({ days: '1', from: 0, to: 60, rate: 1 })]],
  ['windows', {}],
  ['windows', [{ days: '8', from: 0, to: 60, rate: 1 }]],
  ['windows', [{ days: '', from: 0, to: 60, rate: 1 }]],
  ['windows', [{ days: '1', from: 1440, to: 60, rate: 1 }]],
  ['windows', [{ days: '1', from: 0.5, to: 60, rate: 1 }]],
  ['windows', [{ days: '1', from: 0, to: 60, rate: 1.005 }]],
  ['windows', [{ days: '1', from: 0, to: 60, rate: '1' }]],
  ['windows', [{ days: '1', from: 0, to: 60 }]],
  ['windows', [[{ days: '1', from: 0, to: 60, rate: 1 }]]],
  ['windows', [{ days: '1', from: [0, 9999], to: 60, rate: 1 }]],
  ['specials', [{ name: 'a', days: ['1'], from: 0, to: 60, covers: 90, amount: 1 }]],
  ['specials', [{ name: 'a', days: '1', from: 0, to: 60, leaves: [1, 9999], covers: 90, amount: 1 }]],
  ['specials', Array(6).fill({ name: 'a', days: '1', from: 0, to: 60, covers: 90, amount: 1 })],
  ['specials', [{ name: 'a', days: '1', from: 0, to: 60, leaves: -1, covers: 90, amount: 1 }]],
  ['specials', [{ name: 'a\u202e', days: '1', from: 0, to: 60, covers: 90, amount: 1 }]],
  ['specials', [{ name: 'a', days: '1', from: 0, to: 60, amount: 1 }]],
  ['cap', 5],
  ['step_minutes', 20],
  ['per_hour', 'NaN'],
])('rates whose %s are %j are rejected', async (column, value) => {
  expect((await errorOf(createRates(sql, { [column]: value }))).code).toBe('23514');
});

test('a version never changes, also for administrators, who add versions with their names in the audit log', async () => {
  const table = await createRates(sql);
  expect((await errorOf(sql`update public.rate_versions set per_hour = 1 where rate_table_id = ${table}`)).code).toBe(
    '42501',
  );
  await as(sql, cast.admin)`select public.save_rates(${table}, 'Plaza', ${sql.json(createRules({ per_hour: 60 }))})`;
  expect(
    await sql`select actor_id from public.audit_log where subject_table = 'rate_versions' and actor_id is not null`,
  ).toMatchObject([{ actor_id: cast.admin.id }]);
});

test('the schema of the screens reads a version', async () => {
  const table = await createRates(sql, {
    specials: [{ name: 'Noche', days: '1', from: 0, to: 60, covers: 90, amount: 1 }],
  });
  const [row] = await sql`select to_jsonb(v) as version from public.rate_versions v where v.rate_table_id = ${table}`;
  expect(rateVersionSchema.parse(row?.['version'])).toMatchObject({ perHour: 50, specials: [{ name: 'Noche' }] });
});
