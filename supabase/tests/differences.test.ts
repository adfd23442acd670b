import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, as, problemOf, SERVICE, withoutRules } from './as.ts';
import { balanceOf, capture, close, type Payment, refundsOf, refundTopUp, startPayment, topUp } from './money-world.ts';
import { openMoney } from './world.ts';

// What the worker calls while it compares a provider's records with those of the product.

const { sql, cast } = await openMoney();

const callService = as(sql, SERVICE);
const differencesOf = ({ id }: Payment) => sql`
  select kind, amount::float as amount, outcome, resolution, is_alarm, resolved_at is not null as is_resolved
  from public.payment_differences where payment_id = ${id} order by created_at, kind`;
const record = (kind: string, order: string, detail: string, payment: string | null = null) =>
  callService`select public.record_difference('azul', ${kind}, ${payment}, ${order}, ${detail})`;
/** What is on an account, of one payment. */
async function accountOf(kind: string, { id }: Payment): Promise<number> {
  const [row] = await sql<{ balance: number }[]>`
    select coalesce(sum(e.amount), 0)::float as balance from public.ledger_entries e
    join public.ledger_transactions t on t.id = e.transaction_id join public.ledger_accounts a on a.id = e.account_id
    where a.kind = ${kind} and t.payment_id = ${id}`;
  return row?.balance ?? Number.NaN;
}
type Reversal = { reference: string; kind?: string; amount?: number | null; currency?: string; isWon?: boolean };
const reverse = (payment: Payment, said: Reversal) =>
  callService`
    select public.record_reversal(${payment.provider}, ${payment.provider_order}, ${said.reference}, ${said.kind ?? 'dispute'},
      ${said.amount === undefined ? 10 : said.amount}, ${said.currency ?? 'USD'}, ${said.isWon ?? null})`;

test('a difference is recorded once, also after it was resolved, with texts of any length', async () => {
  const order = '9'.repeat(5000);
  await Promise.all([record('missing-here', order, 'x'.repeat(5000)), record('missing-here', order, 'x'.repeat(5000))]);
  const open = () => sql`select from public.payment_differences where kind = 'missing-here' and resolved_at is null`;
  expect(await open()).toHaveLength(1);
  await sql`update public.payment_differences set resolved_at = now(), resolution = 'Looked into'`;
  await record('missing-here', order, 'x'.repeat(5000));
  expect(await open()).toHaveLength(0);
  await record('missing-here', order, 'another sale');
  expect(await open()).toHaveLength(1);
});

test('messages without a provider’s signature are one alarm in an hour, which counts them', async () => {
  const forge = (provider: string, payment: string | null = null) =>
    callService`select public.record_forgery(${provider}, ${payment})`;
  const alarms = () => sql`
    select provider, payment_id, times, detail from public.payment_differences
    where kind = 'bad-signature' order by created_at, provider`;
  const started = await Promise.all(Array.from({ length: 4 }, () => startPayment(sql, cast.ana, { amount: 10 })));
  await forge('azul', started[0]?.id);
  await Promise.all(started.map(({ id }) => forge('azul', id)));
  const first = { provider: 'azul', payment_id: started[0]?.id, times: 5, detail: '× 5' };
  expect([...(await alarms())]).toEqual([first]);
  await sql`update public.payment_differences set resolution = 'Looked into it' where kind = 'bad-signature'`;
  await forge('azul');
  await forge('paypal');
  const paypal = { provider: 'paypal', payment_id: null, times: 1, detail: '× 1' };
  expect([...(await alarms())]).toEqual([{ ...first, times: 6, detail: '× 6' }, paypal]);
  await withoutRules(sql)`update public.payment_differences set created_at = created_at - interval '61 minutes'`;
  await forge('azul');
  await forge('paypal');
  expect((await alarms()).map(({ provider, times }) => [provider, times])).toEqual([
    ['azul', 6],
    ['paypal', 2],
    ['azul', 1],
  ]);
});

test.each([
  ['not-confirmed', '', false],
  ['not-confirmed', 'timeout', true],
  ['unverified', 'a reference', false],
  ['missing-here', '', true],
  ['refunded-there', '', true],
])('a difference %s with the detail "%s" is an alarm: %s', async (kind, detail, isAlarm) => {
  const payment = await startPayment(sql, cast.ana, { amount: 10 });
  await record(kind, '1', detail, payment.id);
  expect(await differencesOf(payment)).toMatchObject([{ kind, is_alarm: isAlarm }]);
});

test('a lost sale that the comparison counts stands as repaired, with its amount, and nobody is told to pay it again', async () => {
  const payment = await startPayment(sql, cast.ana, { amount: 10 });
  await close(sql, payment, 'abandoned', 'check');
  await record('not-confirmed', payment.provider_order ?? '', '', payment.id);
  expect(await capture(sql, payment, { cause: 'comparison' })).toBe('captured');
  expect(await differencesOf(payment)).toMatchObject([
    { kind: 'not-confirmed', outcome: 'repaired', is_resolved: true },
    { kind: 'missing-here', outcome: 'repaired', amount: 10, is_resolved: true },
  ]);
  expect(await balanceOf(sql, cast.ana)).toBe(10);
});

test('a payment that only AZUL’s return speaks for is listed until AZUL’s list has it', async () => {
  const payment = await startPayment(sql, cast.ana, { amount: 10 });
  await capture(sql, payment, { cause: 'return' });
  expect(await differencesOf(payment)).toMatchObject([{ kind: 'unverified', amount: 10, is_resolved: false }]);
  await capture(sql, payment, { cause: 'comparison' });
  expect(await differencesOf(payment)).toMatchObject([{ kind: 'unverified', outcome: 'verified', is_resolved: true }]);
});

const expectAccounts = async (payment: Payment, disputes: number, clearing: number) =>
  expect([await accountOf('disputes', payment), await accountOf('clearing_azul', payment)]).toEqual([
    disputes,
    clearing,
  ]);

describe('what the provider takes back', () => {
  let payment: Payment;
  beforeEach(async () => {
    payment = await topUp(sql, cast.ana, 10);
  });
  const dispute = (more: Partial<Reversal> = {}) => reverse(payment, { reference: `D-${payment.id}`, ...more });
  const refund = (reference: string, more: Partial<Reversal> = {}) =>
    reverse(payment, { reference: `${reference}-${payment.id}`, kind: 'refund', ...more });
  const refundHere = (amount: number) => refundTopUp(sql, cast.admin, payment, { amount });

  test('in a dispute is taken from what it owes once, not from the wallet, and comes back when it is won', async () => {
    await Promise.all([dispute(), dispute()]);
    await expectAccounts(payment, -10, 0);
    expect(await balanceOf(sql, cast.ana)).toBe(10);
    expect(await differencesOf(payment)).toMatchObject([{ kind: 'dispute', amount: 10, is_resolved: false }]);
    for (const _ of ['first', 'again']) await dispute({ isWon: true });
    await expectAccounts(payment, 0, -10);
    expect(await differencesOf(payment)).toMatchObject([{ kind: 'dispute', outcome: 'won', is_resolved: true }]);
  });

  test.each(['was open before', 'is new here'])(
    'in a dispute that is lost and %s becomes a loss, once',
    async (when) => {
      if (when === 'was open before') await dispute();
      for (const _ of ['first', 'again']) await dispute({ isWon: false });
      await expectAccounts(payment, 0, 0);
      expect(await accountOf('losses', payment)).toBe(-10);
      expect(await differencesOf(payment)).toMatchObject([{ kind: 'dispute', outcome: 'lost', is_resolved: true }]);
      for (const _ of ['first', 'again']) await dispute({ isWon: true });
      await expectAccounts(payment, 0, -10);
      expect(await accountOf('losses', payment)).toBe(0);
    },
  );

  test('cannot be given back once more, until the dispute is won', async () => {
    await dispute({ amount: 6 });
    expect(await problemOf(refundHere(5))).toBe('refund-over-top-up');
    await dispute({ amount: 6, isWon: true });
    await refundHere(5);
    expect(await refundsOf(sql, payment)).toMatchObject([{ amount: '5.00' }]);
  });

  test('is told to administrators once, and to nobody else', async () => {
    for (const _ of ['first', 'again']) await dispute();
    const told = await sql`
      select user_id, content - 'reservation' as content from public.notifications
      where kind = 'taken_back' and channel = 'mail' and content ->> 'order' = ${payment.provider_order}`;
    const content = { event: 'dispute', amount: 10, currency: 'USD', order: payment.provider_order };
    expect(told).toContainEqual({ user_id: cast.admin.id, content });
    const people = told.map(({ user_id }) => user_id);
    expect(people).not.toContain(cast.ana.id);
    expect(new Set(people).size).toBe(people.length);
  });

  test('is won in the words of an administrator, with a reason and once', async () => {
    await dispute();
    const win = (actor: Actor, reason: string) => as(sql, actor)`
      select public.win_dispute(id, ${reason}) from public.payment_differences where payment_id = ${payment.id}`;
    expect(await problemOf(win(cast.admin, ' '))).toBe('reason-required');
    await win(cast.admin, 'AZUL wrote to us');
    await expectAccounts(payment, 0, -10);
    expect(await problemOf(win(cast.admin, 'AZUL wrote to us'))).toBe('dispute-not-open');
  });

  test('in a refund is a difference where it was made there, and none where it was asked for here', async () => {
    // The second capture goes back by itself; its response was lost.
    await capture(sql, payment, { reference: `second ${payment.id}` });
    await refund('R1');
    expect(await accountOf('disputes', payment)).toBe(0);
    await refund('R2', { kind: 'void' });
    expect(await accountOf('disputes', payment)).toBe(-10);
    expect(await differencesOf(payment)).toMatchObject([
      { kind: 'captured-twice' },
      { kind: 'refunded-there', amount: 10 },
    ]);
  });

  test.each<[string, Partial<Reversal>]>([
    ['more than was paid', { amount: 10.01 }],
    ['more than is stored', { amount: 9_999_999_999.99 }],
    ['no amount', { amount: null }],
    ['another currency', { currency: 'DOP' }],
  ])('moves nothing and stands as a difference where it is %s', async (_, said) => {
    await refund('R', said);
    expect(await accountOf('disputes', payment)).toBe(0);
    expect(await differencesOf(payment)).toMatchObject([{ kind: 'refunded-there' }]);
  });
});

const claimDay = async (): Promise<string | null> =>
  (await callService<{ day: string | null }[]>`select public.claim_comparison('azul')::text as day`)[0]?.day ?? null;

/** Lets a payment have been captured so many days ago, and all days compared so many days ago. */
async function age(payment: Payment, { captured, compared }: { captured: number; compared?: number }): Promise<void> {
  await withoutRules(sql)`
    update public.payments set captured_at = now() - make_interval(days => ${captured}) where id = ${payment.id}`;
  if (compared !== undefined) {
    await sql`
      update private.payment_comparisons set started_at = now() - make_interval(days => ${compared}),
        finished_at = now() - make_interval(days => ${compared})`;
  }
}
const daysAgo = async (days: number) => {
  const [row] = await sql<{ day: string }[]>`select (private.country_day(now()) - ${days}::int)::text as day`;
  return row?.day;
};
const finish = (day: string | null) => callService`select public.finish_comparison('azul', ${day})`;

test('each finished day is claimed by one worker, and again when that failed', async () => {
  await sql`truncate private.payment_comparisons`;
  const payment = await topUp(sql, cast.ana, 10);
  await age(payment, { captured: 2 });
  const days = await Promise.all(Array.from({ length: 4 }, claimDay));
  const claimed = [...days, await claimDay(), await claimDay()].filter((day) => day !== null);
  expect(claimed.toSorted()).toEqual([await daysAgo(2), await daysAgo(1)]);
  const captures = await callService`select * from public.list_captures('azul', ${claimed.toSorted()[0] ?? ''})`;
  expect(captures).toMatchObject([{ payment_id: payment.id, amount: '10.00', currency: 'USD', captured_by: 'check' }]);
  await finish(claimed.toSorted()[0] ?? '');
  await sql`update private.payment_comparisons set started_at = now() - interval '2 hours' where finished_at is null`;
  expect(await claimDay()).toBe(await daysAgo(1));
  expect(await claimDay()).toBeNull();
});

test('a day is compared again a day, a week, a month and three months after the first time, also after a long pause', async () => {
  await sql`truncate private.payment_comparisons`;
  const payment = await topUp(sql, cast.ana, 10);
  await age(payment, { captured: 400 });
  const compareAll = async () => {
    const days: (string | null)[] = [];
    for (let day = await claimDay(); day !== null; day = await claimDay()) {
      days.push(day);
      await finish(day);
    }
    return days;
  };
  expect(await compareAll()).toHaveLength(91);
  expect(await compareAll()).toEqual([]);
  await age(payment, { captured: 400, compared: 1 });
  const again = await Promise.all([2, 8, 31, 91].map(daysAgo));
  expect((await compareAll()).toSorted()).toEqual(again.toSorted());
});
