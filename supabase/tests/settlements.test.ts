import { createHash, randomUUID } from 'node:crypto';
import { addMonths } from 'date-fns/addMonths';
import { lightFormat } from 'date-fns/lightFormat';
import { parseISO } from 'date-fns/parseISO';
import { startOfMonth } from 'date-fns/startOfMonth';
import { subDays } from 'date-fns/subDays';
import { describe, expect, test } from 'vitest';
import { getCountryDay } from '../../domain/days/day-range.ts';
import { as, problemOf, refusalOf, SERVICE, withoutRules } from './as.ts';
import * as money from './money-world.ts';
import { openMoney } from './world.ts';

// A provider's statement empties what its clearing account holds, and nothing else does.

const { sql, cast } = await openMoney();

const TODAY = parseISO(getCountryDay(new Date()));
const toDay = (date: Date) => lightFormat(date, 'yyyy-MM-dd');
const daysAgo = (days: number) => toDay(subDays(TODAY, days));
const DEPOSIT = daysAgo(20);

type Line = Partial<
  Record<'kind' | 'provider_order' | 'reference', string> &
    Record<'number' | 'gross' | 'commission' | 'tax' | 'withheld' | 'net', number>
>;
const round = (amount: number) => Math.round(amount * 100) / 100;

/** A sale of 10 costs 0.30 with 0.05 of ITBIS, and 0.20 are withheld. */
function lineOf(payment: money.Payment, more: Line = {}): Line {
  const { gross = payment.amount } = more;
  const part = (rate: number) => round(gross * rate);
  return {
    kind: 'sale',
    provider_order: payment.provider_order ?? '',
    reference: payment.provider_reference ?? '',
    gross,
    commission: part(0.03),
    tax: part(0.005),
    withheld: part(0.02),
    ...more,
  };
}

type Statement = Partial<Record<'key' | 'provider' | 'currency' | 'file' | 'day', string>> & {
  deposit?: number;
};

async function importLines(lines: readonly Line[], statement: Statement = {}): Promise<string> {
  const { key = randomUUID(), provider = 'azul', currency = 'USD', file = key } = statement;
  const rows = lines.map((line, index) => {
    const { gross = 0, commission = 0, tax = 0, withheld = 0 } = line;
    const net = round(gross - commission - tax - withheld);
    return { number: index + 2, provider_order: '', reference: '', commission, tax, withheld, gross, net, ...line };
  });
  const deposit = statement.deposit ?? round(rows.reduce((sum, { net }) => sum + net, 0));
  const hash = createHash('sha256').update(file).digest('hex');
  const said = {
    id: key,
    provider,
    number: file,
    deposit,
    currency,
    file_hash: hash,
    period_start: daysAgo(40),
    period_end: daysAgo(22),
    deposit_date: statement.day ?? DEPOSIT,
  };
  await as(sql, cast.admin)`select public.import_settlement(${sql.json(said)}, ${sql.json(rows)})`;
  return key;
}
const post = (id: string) => as(sql, cast.admin)`select public.post_settlement(${id})`;
const differencesOf = (id: string) => sql<
  { id: string; amount: string; payment_id: string | null; outcome: string | null }[]
>`
  select d.id, d.amount, d.payment_id, d.outcome from public.payment_differences d
  join public.settlement_lines l on l.difference_id = d.id where l.settlement_id = ${id} order by l.number`;
const explain = (id: string, reason = 'Sold by the other shop') => as(sql, cast.admin)`
  update public.payment_differences set resolution = ${reason} where id = ${id}`;

/** What the accounts have moved by while `work` ran. */
async function movesOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const read = () => sql<{ kind: string; sum: string }[]>`
    select a.kind, coalesce(sum(e.amount), 0) as sum from public.ledger_accounts a
    left join public.ledger_entries e on e.account_id = a.id where a.kind <> 'wallet' group by a.kind`;
  const before = new Map((await read()).map(({ kind, sum }) => [kind, Number(sum)]));
  await work();
  const moved = (await read()).map(({ kind, sum }) => [kind, round(Number(sum) - (before.get(kind) ?? 0))] as const);
  return Object.fromEntries(moved.filter(([, amount]) => amount !== 0));
}

test('what was captured and went back in parts is settled to the cent, once', async () => {
  const moved = await movesOf(async () => {
    const first = await money.topUp(sql, cast.ana, 100);
    const second = await money.topUp(sql, cast.beto, 50);
    await money.capture(sql, second, { reference: `second ${second.id}` });
    await money.refundTopUp(sql, cast.admin, first, { amount: 40 });
    for (const refund of await money.claimRefunds(sql)) await money.finishRefund(sql, refund, 'succeeded');
    const twice = lineOf(second, { reference: `second ${second.id}` });
    const back = (payment: money.Payment, gross: number) => lineOf(payment, { kind: 'refund', reference: '', gross });
    const fee = { kind: 'fee', commission: 5, tax: 0.9 };
    const id = await importLines([lineOf(first), lineOf(second), twice, back(first, -40), back(second, -50), fee]);
    expect(await differencesOf(id)).toEqual([]);
    await Promise.all([post(id), post(id)]);
    await post(id);
  });
  expect(moved).toEqual({ bank: -98.05, commissions: -8.3, tax_on_commissions: -1.45, withheld: -2.2 });
});

test('what a statement has withheld counts in pesos in the month of its deposit, once it is posted', async () => {
  const withheldIn = async (month: string) => {
    const [row] = await as(sql, cast.admin)<{ withheld: string }[]>`
      select public.withheld_of_month(${month}::text::date) as withheld`;
    return Number(row?.withheld);
  };
  await sql`insert into public.exchange_rates (day, rate) values (${daysAgo(21)}, 50), (${daysAgo(19)}, 60)
    on conflict do nothing`;
  const before = await withheldIn(daysAgo(0));
  const id = await importLines([lineOf(await money.topUp(sql, cast.ana, 100))]);
  expect(await withheldIn(daysAgo(0))).toBe(before);
  await post(id);
  expect(await withheldIn(daysAgo(0))).toBe(round(before + 2 * 50));
  expect(await withheldIn(daysAgo(70))).toBe(0);
});

test('a statement is posted on the day of its deposit, unless its month is closed or what it settles came later', async () => {
  const early = await money.topUp(sql, cast.ana, 10);
  await withoutRules(sql)`
    update public.ledger_transactions set created_at = ${subDays(TODAY, 30)} where payment_id = ${early.id}`;
  const day = async (payment: money.Payment) => {
    const id = await importLines([lineOf(payment)]);
    await post(id);
    const [row] = await sql<{ day: string; is_same: boolean }[]>`
      select private.country_day(t.created_at)::text as day, t.created_at = s.posted_at as is_same
      from public.settlements s join public.ledger_transactions t on t.key = 'settlement ' || s.id where s.id = ${id}`;
    return row;
  };
  expect(await day(early)).toEqual({ day: DEPOSIT, is_same: true });
  const [today] = await sql<{ day: string }[]>`select private.country_day(now())::text as day`;
  expect(await day(await money.topUp(sql, cast.ana, 10))).toEqual({ day: today?.day, is_same: true });
});

test('what a statement of a closed month has withheld counts in the first open month, where it is posted', async () => {
  const month = startOfMonth(addMonths(TODAY, -4));
  const closed = toDay(month);
  const open = toDay(addMonths(month, 1));
  const payment = await money.topUp(sql, cast.ana, 100);
  await withoutRules(sql)`
    update public.ledger_transactions set created_at = ${`${closed}T12:00:00Z`} where payment_id = ${payment.id}`;
  const id = await importLines([lineOf(payment)], { day: closed });
  await sql`insert into public.closed_months (month, closed_by, first_number, last_number, totals)
    values (${closed}, 'Carla', 1, 1, '{}')`;
  await post(id);
  await sql`insert into public.exchange_rates (day, rate) values (${daysAgo(21)}, 50) on conflict do nothing`;
  expect(
    await as(sql, cast.admin)`
      select public.withheld_of_month(${closed}) as closed, public.withheld_of_month(${open}) as open`,
  ).toEqual([{ closed: '0', open: '100.00' }]);
});

test('a rate of a day to come is refused, and none is typed in or changed for a closed month', async () => {
  const type = (day: string, rate: number) => as(sql, cast.admin)`
    insert into public.exchange_rates (day, rate) values (${day}, ${rate}) on conflict (day) do update set rate = excluded.rate`;
  expect(await problemOf(type(daysAgo(-1), 60))).toBe('day-to-come');
  await type(daysAgo(0), 60);
  await type(daysAgo(0), 61);
  const closed = toDay(startOfMonth(addMonths(TODAY, -4)));
  expect(await problemOf(type(closed, 60))).toBe('month-closed');
  const move = as(sql, cast.admin)`update public.exchange_rates set day = ${closed} where day = ${daysAgo(0)}`;
  expect(await problemOf(move)).toBe('month-closed');
});

test('a line that matches nothing holds the statement back until it is explained, and never touches clearing', async () => {
  const own = await money.topUp(sql, cast.ana, 10);
  const paypal = await money.topUp(sql, cast.ana, 20, 'paypal');
  const lines = [lineOf(own), lineOf(paypal), { kind: 'sale', provider_order: 'OTHERSHOP', gross: 7 }];
  const id = await importLines(lines);
  const differences = await differencesOf(id);
  expect(differences).toMatchObject([{ amount: '20.00' }, { amount: '7.00' }]);
  expect(await problemOf(post(id))).toBe('settlement-has-differences');
  expect(await problemOf(explain(differences[0]?.id ?? '', 'ok'))).toBe('reason-required');
  for (const difference of differences) await explain(difference.id);
  const { bank, ...moved } = await movesOf(() => post(id));
  expect(moved).toMatchObject({ clearing_azul: 10, adjustments: 27 });
});

test('an amount above that of the payment is a difference, and clearing gives the payment alone', async () => {
  const id = await importLines([lineOf(await money.topUp(sql, cast.ana, 10), { gross: 12 })]);
  const [difference] = await differencesOf(id);
  expect(difference).toMatchObject({ amount: '2.00' });
  expect(await problemOf(post(id))).toBe('settlement-has-differences');
  await explain(difference?.id ?? '');
  expect(await movesOf(() => post(id))).toMatchObject({ clearing_azul: 10, adjustments: 2 });
});

test('a sale that is counted after the import needs no explanation', async () => {
  const payment = await money.startPayment(sql, cast.ana, { amount: 10 });
  const id = await importLines([lineOf(payment)]);
  expect(await problemOf(post(id))).toBe('settlement-has-differences');
  await money.capture(sql, payment, { cause: 'comparison' });
  await post(id);
  expect(await differencesOf(id)).toMatchObject([{ outcome: 'repaired' }]);
});

describe('refused by name is', () => {
  test('a file, and a line, that was imported before, until the statement is discarded', async () => {
    const payment = await money.topUp(sql, cast.ana, 10);
    const file = randomUUID();
    const key = randomUUID();
    expect(await importLines([lineOf(payment)], { file, key })).toBe(
      await importLines([lineOf(payment)], { file, key }),
    );
    expect(await problemOf(importLines([lineOf(payment)], { file }))).toBe('settlement-imported');
    const again = importLines([{ kind: 'fee', commission: 1 }, lineOf(payment)]);
    await expect(again).rejects.toMatchObject({ detail: `3: ${payment.provider_order} ${payment.provider_reference}` });
    expect(await problemOf(importLines([lineOf(payment), lineOf(payment)]))).toBe('settlement-line-settled');
    await as(sql, cast.admin)`select public.discard_settlement(${key})`;
    await post(await importLines([lineOf(payment)]));
    // Under another name it is no sale of ours.
    const renamed = await importLines([lineOf(payment, { reference: 'another' })]);
    expect(await differencesOf(renamed)).toMatchObject([{ amount: '10.00' }]);
    await as(sql, cast.admin)`select public.discard_settlement(${renamed})`;
  });

  test.each<[string, Line]>([
    ['a negative commission', { commission: -1 }],
    ['more ITBIS than 18 % of the commission', { commission: 9, tax: 2.63 }],
    ['more withheld than ITBIS', { withheld: 1.81 }],
    ['a commission above the sale', { commission: 11 }],
    ['a sale below zero', { gross: -10 }],
    ['a refund above zero', { kind: 'refund' }],
    ['a fee with a sale in it', { kind: 'fee' }],
    ['no known kind', { kind: 'gift' }],
    ['a net that is not the sum', { net: 9 }],
  ])('a line with %s', async (_, more) => {
    const payment = await money.startPayment(sql, cast.ana, { amount: 10 });
    expect(await problemOf(importLines([lineOf(payment, more)]))).toBe('settlement-line-malformed');
  });

  test('a number that two lines have, a text on two lines, and a deposit that is still to come', async () => {
    const line = lineOf(await money.topUp(sql, cast.ana, 10), { number: 2 });
    expect(await problemOf(importLines([line, { ...line, reference: 'x' }]))).toBe('settlement-line-malformed');
    expect(await refusalOf(importLines([{ ...line, reference: 'a\nb' }]))).toBe('23514');
    expect(await problemOf(importLines([line], { day: '2199-12-31' }))).toBe('day-to-come');
  });

  test('a deposit that is not the sum, another currency, and a file of somebody else', async () => {
    const line = lineOf(await money.topUp(sql, cast.ana, 10));
    await expect(importLines([line], { deposit: 9.46 })).rejects.toMatchObject({ detail: '9.46 ≠ 9.45' });
    expect(await problemOf(importLines([line], { currency: 'DOP' }))).toBe('settlement-other-currency');
    const strange = Array.from({ length: 101 }, (_, index) => ({ kind: 'sale', reference: `x${index}`, gross: 1 }));
    expect(await problemOf(importLines(strange))).toBe('settlement-not-ours');
    expect(await problemOf(importLines(Array.from({ length: 5001 }, () => line)))).toBe('import-out-of-bounds');
  });
});

test('differences and commissions above a tenth count as given by whoever posts, unless nobody else is there', async () => {
  await sql`update public.installation_settings set wallet_correction_limit = 50`;
  const eaten = await importLines([
    lineOf(await money.topUp(sql, cast.ana, 100), { commission: 55, tax: 0, withheld: 0 }),
  ]);
  await post(eaten);
  const other = await importLines([{ kind: 'other', gross: -6 }]);
  for (const { id } of await differencesOf(other)) await explain(id);
  expect(await problemOf(post(other))).toBe('settlement-over-limit');
  expect(await sql`select kind, amount from private.gifts where actor_id = ${cast.admin.id}`).toEqual([
    { kind: 'settlement', amount: '45.00' },
  ]);
  const colleague = (await money.createDrivers(sql)).admin;
  const key = randomUUID();
  await as(sql, cast.admin)`
    select public.propose_correction(${key}, 'A fee of the bank', null, 6, is_allowance => true)`;
  await as(sql, colleague)`select public.decide_correction(${key}, true)`;
  await post(other);
  const fee = await importLines([{ kind: 'fee', commission: 60 }]);
  expect(await problemOf(post(fee))).toBe('settlement-over-limit');
  await sql`delete from public.user_roles where user_id <> ${cast.admin.id}`;
  await post(fee);
  await sql`update public.installation_settings set wallet_correction_limit = 1000000`;
});

test('nobody changes what is posted', async () => {
  const id = await importLines([lineOf(await money.topUp(sql, cast.ana, 10))]);
  await post(id);
  expect(await refusalOf(as(sql, cast.admin)`select public.discard_settlement(${id})`)).toBe('42501');
  await expect(sql`update public.settlement_lines set kind = 'other' where settlement_id = ${id}`).rejects.toThrow();
  await expect(sql`delete from public.settlements where id = ${id}`).rejects.toThrow();
});

describe('a dispute', () => {
  const dispute = (payment: money.Payment, more: { isWon?: boolean } = {}) =>
    as(sql, SERVICE)`select public.record_reversal(${payment.provider}, ${payment.provider_order}, ${`D-${payment.id}`},
      'dispute', 10, 'USD', ${more.isWon ?? null})`;
  const lose = ({ id }: money.Payment) => as(sql, cast.admin)`
    update public.payment_differences set resolution = 'We did not respond' where payment_id = ${id}`;
  const lineOfDispute = (payment: money.Payment, gross: number) => ({
    kind: 'dispute',
    provider_order: payment.provider_order ?? '',
    reference: `D-${payment.id}`,
    gross,
  });

  test('that is lost is a loss, and the statement takes it out of the deposit', async () => {
    const moved = await movesOf(async () => {
      const payment = await money.topUp(sql, cast.ana, 10);
      await dispute(payment);
      await lose(payment);
      await post(await importLines([lineOf(payment, { tax: 0, withheld: 0 }), lineOfDispute(payment, -10)]));
    });
    expect(moved).toEqual({ bank: 0.3, commissions: -0.3, losses: -10 });
  });

  test.each([
    ['the provider says so', (payment: money.Payment) => dispute(payment, { isWon: true })],
    [
      'an administrator says so',
      (payment: money.Payment) => as(sql, cast.admin)`
        select public.win_dispute(id, 'PayPal wrote to us') from public.payment_differences where payment_id = ${payment.id}`,
    ],
  ])('that is won comes back where %s', async (_, win) => {
    const moved = await movesOf(async () => {
      const payment = await money.topUp(sql, cast.ana, 10, 'paypal');
      await dispute(payment);
      await win(payment);
      const lines = [lineOf(payment, { tax: 0, withheld: 0 }), lineOfDispute(payment, -10), lineOfDispute(payment, 10)];
      await post(await importLines(lines, { provider: 'paypal' }));
    });
    expect(moved).toEqual({ bank: -9.7, commissions: -0.3 });
  });

  test('that an administrator closed as lost comes back from the losses when it is won after all', async () => {
    const payment = await money.topUp(sql, cast.ana, 10, 'paypal');
    const lost = await movesOf(async () => {
      await dispute(payment);
      await lose(payment);
    });
    expect(lost).toEqual({ losses: -10, clearing_paypal: 10 });
    expect(await movesOf(() => dispute(payment, { isWon: true }))).toEqual({ losses: 10, clearing_paypal: -10 });
  });
});
