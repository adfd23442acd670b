import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, as, problemOf, refusalOf, SERVICE } from './as.ts';
import { hoursAfter } from './changes-world.ts';
import {
  balanceOf,
  beginPayment,
  book,
  type Card,
  capture,
  close,
  fillWallet,
  finishRefund,
  type NewPayment,
  type Payment,
  paidFor,
  type Refund,
  readPaidReservation,
  readPayment,
  refundsOf,
  startPayment,
  topUp,
} from './money-world.ts';
import { openMoney } from './world.ts';

// What the server calls while somebody pays. The space costs 5 an hour, top-ups lie between 5 and 10,000.

const { sql, cast, space } = await openMoney();

const limit = (limits: Record<string, number>) => sql`update private.limits set ${sql(limits)}`;
const differences = async (payment: Payment) => {
  const rows = await sql<{ kind: string }[]>`
    select kind from public.payment_differences
    where payment_id = ${payment.id} and resolved_at is null order by created_at`;
  return rows.map(({ kind }) => kind);
};
const paymentsOf = async ({ id }: Actor) => sql`select * from public.payments where user_id = ${id}`;
const service = <T extends object>(work: Parameters<typeof as<T>>[2]) => as(sql, SERVICE, work);

const STATES = ['created', 'pending', 'captured', 'declined', 'abandoned', 'refunding', 'refunded', 'partly_refunded'];
const MOVES = [
  'created pending',
  'created abandoned',
  'pending captured',
  'pending declined',
  'pending abandoned',
  'declined captured',
  'abandoned captured',
  'abandoned declined',
  'captured refunding',
  'partly_refunded refunding',
  'refunding refunded',
  'refunding partly_refunded',
  'refunding captured',
];
const PAIRS = STATES.flatMap((from) => STATES.filter((to) => to !== from).map((to) => [from, to] as const));

test.each(PAIRS)('from %s to %s a payment moves only as the table allows', async (from, to) => {
  const isPaid = (state: string) => ['captured', 'refunding', 'refunded', 'partly_refunded'].includes(state);
  const undone = new Error('undone');
  const move = sql.begin(async (tx) => {
    const id = randomUUID();
    await tx`
      insert into public.payments (
        id, user_id, purpose, method, amount, currency, state, provider_order, provider_reference, language, expires_at, captured_at)
      values (${id}, ${cast.ana.id}, 'top_up', 'card', 10, 'USD', ${from}, ${id}, ${id}, 'en', now(),
        ${isPaid(from) ? new Date() : null})`;
    await tx`
      update public.payments set state = ${to}, captured_at = ${isPaid(to) ? tx`coalesce(captured_at, now())` : null}
      where id = ${id}`;
    throw undone;
  });
  const error = await move.catch((thrown: unknown) => thrown);
  if (MOVES.includes(`${from} ${to}`)) expect(error).toBe(undone);
  else expect(error).toMatchObject({ code: '23514' });
});

test.each([
  { amount: 11 },
  { currency: 'DOP' },
  { method: 'paypal' },
  { purpose: 'extension' },
  { provider_order: 'ANOTHER' },
  { provider_reference: 'another' },
  { captured_at: new Date(0) },
])('of a captured payment %j never changes', async (change) => {
  const { id } = await topUp(sql, cast.ana, 10);
  expect(await refusalOf(sql`update public.payments set ${sql(change)} where id = ${id}`)).toBe('23514');
});

test('a top-up is begun, started and captured into the wallet', async () => {
  const begun = await beginPayment(sql, cast.ana, { amount: 59.9, language: 'es' });
  expect(begun).toMatchObject({
    state: 'created',
    amount: 59.9,
    tax: 0,
    currency: 'USD',
    provider: 'azul',
    served: null,
  });
  await service((tx) => tx`select public.start_payment(${begun.id}, 'ORDER1')`.execute());
  // The response was lost.
  await service((tx) => tx`select public.start_payment(${begun.id}, 'ORDER1')`.execute());
  const other = service((tx) => tx`select public.start_payment(${begun.id}, 'ORDER2')`.execute());
  expect(await refusalOf(other)).toBe('23514');
  const started = await readPayment(sql, begun.id);
  expect(started).toMatchObject({ state: 'pending', provider_order: 'ORDER1' });
  const [found] = await service(
    (tx) => tx<{ payment: Payment | null }[]>`select public.find_payment('azul', 'ORDER1') as payment`,
  );
  expect(found?.payment).toEqual(started);
  expect(await balanceOf(sql, cast.ana)).toBe(0);
  expect(await capture(sql, started)).toBe('captured');
  expect(await balanceOf(sql, cast.ana)).toBe(59.9);
});

describe('a wallet that is almost full', () => {
  const MOST = 99_999_999.99;
  beforeEach(() => fillWallet(sql, cast.ana, MOST - 50));

  test('takes what fits to the cent, and no top-up beyond it begins', async () => {
    const over = beginPayment(sql, cast.ana, { amount: 50.01 });
    await expect(over).rejects.toMatchObject({ code: '23514', hint: 'wallet-full', detail: '50.00' });
    await topUp(sql, cast.ana, 50);
    expect(await balanceOf(sql, cast.ana)).toBe(MOST);
  });

  test('gives money back by itself that does not fit any more when it comes, once', async () => {
    const payment = await startPayment(sql, cast.ana, { amount: 50 });
    await fillWallet(sql, cast.ana, 20);
    expect(await capture(sql, payment)).toBe('captured');
    expect(await capture(sql, payment)).toBe('already-captured');
    expect(await readPayment(sql, payment.id)).toMatchObject({ state: 'refunding', served: false });
    expect(await refundsOf(sql, payment)).toMatchObject([{ amount: '50.00', reason: 'wallet_full' }]);
    expect(await balanceOf(sql, cast.ana)).toBeCloseTo(MOST - 30, 2);
  });

  test.each([
    ['the operator while it stays full', 0],
    ['the wallet where it has room by then', -50],
  ])('leaves what could not go back to %s', async (_, filled) => {
    const payment = await startPayment(sql, cast.ana, { amount: 50 });
    await fillWallet(sql, cast.ana, 20);
    await capture(sql, payment);
    await fillWallet(sql, cast.ana, filled);
    const [refund] = await refundsOf(sql, payment);
    await finishRefund(sql, refund as Refund, 'failed', 'The card is closed');
    expect(await readPayment(sql, payment.id)).toMatchObject({ state: 'captured' });
    expect(await balanceOf(sql, cast.ana)).toBeCloseTo(MOST - 30, 2);
  });
});

test('an amount beyond what is stored is a difference, and moves nothing', async () => {
  const payment = await startPayment(sql, cast.ana, { amount: 10 });
  expect(await capture(sql, payment, { amount: '9999999999999.99' })).toBe('mismatch');
  expect(await readPayment(sql, payment.id)).toMatchObject({ state: 'pending' });
  expect(await balanceOf(sql, cast.ana)).toBe(0);
});

test('an order belongs to one payment of a provider', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => beginPayment(sql, cast.ana, { amount: 10 })));
  const order = randomUUID();
  await service((tx) => tx`select public.start_payment(${first?.id ?? ''}, ${order})`.execute());
  const again = service((tx) => tx`select public.start_payment(${second?.id ?? ''}, ${order})`.execute());
  expect(await refusalOf(again)).toBe('23505');
});

test('a payment that is not there is null', async () => {
  const [row] = await service(
    (tx) => tx`select public.read_payment(${randomUUID()}) as a, public.find_payment('azul', 'none') as b`,
  );
  expect(row).toEqual({ a: null, b: null });
});

test('a repeat with the same id is the same payment, also at once, and other contents are none', async () => {
  const id = randomUUID();
  const begun = await Promise.all(Array.from({ length: 6 }, () => beginPayment(sql, cast.ana, { id, amount: 20 })));
  expect(new Set(begun.map((payment) => JSON.stringify(payment))).size).toBe(1);
  const others: [Actor, NewPayment][] = [
    [cast.beto, { id, amount: 20 }],
    [cast.ana, { id, amount: 21 }],
    [cast.ana, { id, amount: 20, method: 'paypal' }],
  ];
  for (const [person, wanted] of others) expect(await refusalOf(beginPayment(sql, person, wanted))).toBe('23514');
  expect(await paymentsOf(cast.ana)).toHaveLength(1);
});

test.each([null, 'NaN', 'Infinity', '-Infinity', '0', '-5', '4.99', '10000.01', '5.001', '1e30'])(
  'a top-up of %s is not begun',
  async (amount) => {
    expect(await problemOf(beginPayment(sql, cast.ana, { amount }))).toBe('top-up-out-of-range');
    expect(await paymentsOf(cast.ana)).toEqual([]);
  },
);

test.each<[string, NewPayment]>([
  ['an unknown purpose', { purpose: 'gift', amount: 10 }],
  ['an unknown method', { method: 'cash', amount: 10 }],
  ['no method', { method: null, amount: 10 }],
  ['an unknown language', { language: 'x'.repeat(10_000), amount: 10 }],
  ['a top-up for a stay', { amount: 10, reservation: randomUUID() }],
  ['a top-up until some time', { amount: 10, newEnd: new Date() }],
  ['a reservation that does not exist', { purpose: 'reservation', reservation: randomUUID() }],
  ['no reservation', { purpose: 'reservation' }],
  ['a card of nobody', { amount: 10, card: randomUUID() }],
])('a payment with %s is not begun', async (_, wanted) => {
  await expect(beginPayment(sql, cast.ana, wanted)).rejects.toMatchObject({ code: /^23/ });
  expect(await paymentsOf(cast.ana)).toEqual([]);
});

test('a suspended, a banned and a deleted driver begin no payment', async () => {
  expect(await problemOf(beginPayment(sql, cast.suspended, { amount: 10 }))).toBe('account-shut-out');
  await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${cast.beto.id}`;
  expect(await problemOf(beginPayment(sql, cast.beto, { amount: 10 }))).toBe('account-shut-out');
  expect(await refusalOf(beginPayment(sql, { id: randomUUID() }, { amount: 10 }))).toBe('23503');
});

test('a driver with a second factor pays with a code only', async () => {
  await sql`
    insert into auth.mfa_factors (user_id, factor_type, status, secret) values (${cast.ana.id}, 'totp', 'verified', 'sealed')`;
  expect(await refusalOf(beginPayment(sql, cast.ana, { amount: 10 }))).toBe('42501');
  await expect(beginPayment(sql, cast.ana, { amount: 10, assurance: 'aal2' })).resolves.toMatchObject({ amount: 10 });
});

test('an hour has so many payments of a driver, also when they begin at once', async () => {
  await limit({ payments_per_hour: 3 });
  try {
    const begun = await Promise.allSettled(
      Array.from({ length: 6 }, () => beginPayment(sql, cast.ana, { amount: 10 })),
    );
    const problems = begun.flatMap((one) => (one.status === 'rejected' ? [one.reason.hint] : []));
    expect(problems).toEqual(['too-many-payments', 'too-many-payments', 'too-many-payments']);
    await expect(beginPayment(sql, cast.beto, { amount: 10 })).resolves.toBeTruthy();
  } finally {
    await limit({ payments_per_hour: 10_000 });
  }
});

test('nobody pays the hold of somebody else, one that is over, or a reservation that is booked', async () => {
  const held = await book(sql, cast.ana, { ...space, from: 1, to: 2, method: 'card' });
  const wanted: NewPayment = { purpose: 'reservation', reservation: held.id };
  expect(await problemOf(beginPayment(sql, cast.beto, wanted))).toBe('no-such-reservation');
  await capture(sql, await startPayment(sql, cast.ana, wanted));
  expect(await problemOf(beginPayment(sql, cast.ana, wanted))).toBe('hold-is-over');
});

test('the amount for a reservation is the database’s, whatever the driver says', async () => {
  const held = await book(sql, cast.ana, { ...space, from: 1, to: 3, method: 'card' });
  const wanted: NewPayment = { purpose: 'reservation', reservation: held.id, amount: 0.01 };
  expect(await beginPayment(sql, cast.ana, wanted)).toMatchObject({ amount: 10, tax: 1.53 });
});

test('PayPal takes dollars only', async () => {
  const undone = new Error('undone');
  const work = sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.installation_settings set currency = 'DOP'`;
    await tx`set local session_replication_role = origin`;
    const begin = (method: string) => tx`
      select public.begin_payment(${cast.ana.id}, 'aal1', ${randomUUID()}, 'top_up', ${method}, null, 10, null, false, null, 'es')`;
    await begin('card');
    expect(await problemOf(tx.savepoint(() => begin('paypal')))).toBe('paypal-takes-dollars');
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
});

test('the same capture that is told many times at once counts once', async () => {
  const payment = await startPayment(sql, cast.ana, { amount: 10 });
  const outcomes = await Promise.all(
    ['return', 'webhook', 'check', 'return', 'webhook', 'check'].map((cause) => capture(sql, payment, { cause })),
  );
  expect(outcomes.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'already-captured'), 'captured']);
  expect(await balanceOf(sql, cast.ana)).toBe(10);
});

test('a second capture of the same order goes back by itself and stands as a difference', async () => {
  const payment = await topUp(sql, cast.ana, 10);
  const second = { reference: `second ${payment.id}`, cause: 'webhook' };
  expect(await capture(sql, payment, second)).toBe('captured-twice');
  expect(await capture(sql, payment, second)).toBe('already-captured');
  expect(await refundsOf(sql, payment)).toMatchObject([
    { amount: '10.00', is_second_capture: true, capture_reference: `second ${payment.id}` },
  ]);
  expect(await balanceOf(sql, cast.ana)).toBe(10);
  expect(await differences(payment)).toEqual(['captured-twice']);
});

test.each([
  { amount: 10.01 },
  { amount: 1000 },
  { amount: 'NaN' },
  { amount: 'Infinity' },
  { currency: 'DOP' },
  { currency: 'x'.repeat(10_000) },
])('a capture of another amount moves nothing and stands as a difference: %j', async (said) => {
  const payment = await startPayment(sql, cast.ana, { amount: 10 });
  expect(await capture(sql, payment, said)).toBe('mismatch');
  expect(await capture(sql, payment, said)).toBe('mismatch');
  expect(await differences(payment)).toEqual(['amount']);
  expect(await balanceOf(sql, cast.ana)).toBe(0);
  expect(await capture(sql, payment)).toBe('captured');
});

test('what was never sent to a provider, or has no reference, cannot be captured', async () => {
  const begun = await beginPayment(sql, cast.ana, { amount: 10 });
  expect(await refusalOf(capture(sql, begun))).toBe('23514');
  expect(await refusalOf(capture(sql, { ...begun, id: randomUUID() }))).toBe('23514');
  const started = await startPayment(sql, cast.ana, { amount: 10 });
  expect(await refusalOf(capture(sql, started, { reference: null }))).toBe('23514');
  expect(await refusalOf(capture(sql, started, { reference: 'x'.repeat(65) }))).toBe('23514');
  expect(await balanceOf(sql, cast.ana)).toBe(0);
});

test('one capture of a provider pays one payment', async () => {
  const first = await topUp(sql, cast.ana, 10);
  const second = await startPayment(sql, cast.ana, { amount: 10 });
  const stolen = capture(sql, second, { reference: first.provider_reference });
  expect(await refusalOf(stolen)).toBe('23505');
  expect(await balanceOf(sql, cast.ana)).toBe(10);
});

test.each(['declined', 'abandoned'])('money that comes after a payment was %s counts', async (state) => {
  const payment = await startPayment(sql, cast.ana, { amount: 10 });
  await close(sql, payment, state, 'check');
  expect(await readPayment(sql, payment.id)).toMatchObject({ state, failure: 'declined-by-bank' });
  expect(await capture(sql, payment, { cause: 'webhook' })).toBe('captured');
  expect(await readPayment(sql, payment.id)).toMatchObject({ state: 'captured', failure: null });
});

test('a payment is closed as declined or abandoned only', async () => {
  const payment = await startPayment(sql, cast.ana, { amount: 10 });
  for (const state of ['captured', 'refunded', 'x']) {
    expect(await refusalOf(close(sql, payment, state))).toBe('23514');
  }
});

const CARD: Card = { token: 'vault-token', brand: 'Visa', last4: '1732', expires: '203012' };
const cardsOf = (actor: Actor) =>
  as(sql, actor)<{ id: string; last4: string }[]>`select id, last4, brand, expires from public.saved_cards`;

test('a card is saved only when the driver asked for it, once, and its token is read by nobody', async () => {
  const without = await startPayment(sql, cast.ana, { amount: 10 });
  await capture(sql, without, { card: CARD });
  expect(await cardsOf(cast.ana)).toEqual([]);
  expect(await readPayment(sql, without.id)).toMatchObject({ paid_with: 'Visa ···· 1732' });
  for (const expires of ['203012', '203101']) {
    const payment = await startPayment(sql, cast.ana, { amount: 10, saveCard: true });
    await capture(sql, payment, { card: { ...CARD, expires } });
  }
  expect(await cardsOf(cast.ana)).toMatchObject([{ last4: '1732', brand: 'Visa', expires: '203101' }]);
  expect(await cardsOf(cast.beto)).toEqual([]);
  expect(await cardsOf(cast.admin)).toEqual([]);
  for (const actor of [cast.ana, cast.admin]) {
    const token = as(sql, actor)`select token from public.saved_cards`;
    expect(await refusalOf(token)).toBe('42501');
  }
});

test.each<[string, Partial<Card>]>([
  ['no token', { token: '' }],
  ['a token without end', { token: 'x'.repeat(10_000) }],
  ['a whole number', { last4: '4111111111111111' }],
  ['a month that does not exist', { expires: '203013' }],
])('money counts when the provider says of the card %s, which is not saved', async (_, wrong) => {
  const payment = await startPayment(sql, cast.ana, { amount: 10, saveCard: true });
  expect(await capture(sql, payment, { card: { ...CARD, ...wrong } })).toBe('captured');
  expect(await cardsOf(cast.ana)).toEqual([]);
});

test('a driver pays with their own saved card only, and its token goes to the service', async () => {
  const saving = await startPayment(sql, cast.ana, { amount: 10, saveCard: true });
  await capture(sql, saving, { card: CARD });
  const [card] = await cardsOf(cast.ana);
  const wanted: NewPayment = { amount: 10, card: card?.id ?? '' };
  expect(await beginPayment(sql, cast.ana, wanted)).toMatchObject({ card_token: 'vault-token' });
  expect(await problemOf(beginPayment(sql, cast.beto, wanted))).toBe('card-not-found');
  expect(await problemOf(beginPayment(sql, cast.ana, { ...wanted, method: 'paypal' }))).toBe('card-not-found');
  const stolen = await as(sql, cast.beto)`delete from public.saved_cards`;
  expect(stolen.count).toBe(0);
  const removed = await as(sql, cast.ana)`delete from public.saved_cards`;
  expect(removed.count).toBe(1);
  expect(await problemOf(beginPayment(sql, cast.ana, wanted))).toBe('card-not-found');
});

const payExtension = async (person: Actor, reservation: { id: string; end_time: Date }, hours: number) =>
  startPayment(sql, person, {
    purpose: 'extension',
    reservation: reservation.id,
    newEnd: hoursAfter(reservation.end_time, hours),
  });

/** A reservation of Ana's that is under way and paid. */
async function bookRunning() {
  await fillWallet(sql, cast.ana, 5);
  return book(sql, cast.ana, { ...space, from: -0.5, to: 0.5 });
}

test('the payment for an extension extends the reservation', async () => {
  const reservation = await bookRunning();
  const payment = await payExtension(cast.ana, reservation, 2);
  expect(payment).toMatchObject({ amount: 10, tax: 1.53 });
  await capture(sql, payment);
  expect((await readPaidReservation(sql, reservation.id)).end_time).toEqual(hoursAfter(reservation.end_time, 2));
  expect(await paidFor(sql, reservation)).toMatchObject({ paid: 15 });
  expect(await readPayment(sql, payment.id)).toMatchObject({ served: true });
  expect(await balanceOf(sql, cast.ana)).toBe(0);
});

test('an extension is charged whoever confirms its payment, also when drivers were not charged meanwhile', async () => {
  const reservation = await bookRunning();
  const payment = await payExtension(cast.ana, reservation, 2);
  await sql`update public.installation_settings set charges_drivers = false`;
  await as(sql, cast.admin)`select public.confirm_payment(${payment.id}, '4799', 'Seen in the portal')`;
  await sql`update public.installation_settings set charges_drivers = true`;
  expect(await readPayment(sql, payment.id)).toMatchObject({ served: true });
  expect(await balanceOf(sql, cast.ana)).toBe(0);
  expect(await paidFor(sql, reservation)).toMatchObject({ paid: 15 });
});

const preventions: Record<string, (reservation: { id: string; end_time: Date }) => Promise<unknown>> = {
  'somebody else booked the time': () => {
    const times = { from: 1, to: 2 };
    return fillWallet(sql, cast.beto, 5).then(() => book(sql, cast.beto, { ...space, ...times }));
  },
  'the driver ended the stay': ({ id }) =>
    as(sql, cast.ana)`update public.reservations set status = 'completed' where id = ${id}`,
  'the driver extended it meanwhile': async ({ id, end_time }) => {
    await fillWallet(sql, cast.ana, 5);
    await as(sql, cast.ana)`select public.extend_reservation(${id}, 1, ${end_time})`;
  },
  'the price rose': async () => {
    await fillWallet(sql, cast.ana, 50);
    await sql`update public.parking_spaces set hourly_rate = 5.01 where id = ${space.spaceId}`;
  },
};
test.each(Object.entries(preventions))('the money for an extension stays in the wallet when %s', async (_, prevent) => {
  const reservation = await bookRunning();
  const payment = await payExtension(cast.ana, reservation, 2);
  await prevent(reservation);
  const before = await readPaidReservation(sql, reservation.id);
  const balance = await balanceOf(sql, cast.ana);
  expect(await capture(sql, payment)).toBe('captured');
  expect(await readPayment(sql, payment.id)).toMatchObject({ state: 'captured', served: false });
  expect(await readPaidReservation(sql, reservation.id)).toEqual(before);
  expect(await balanceOf(sql, cast.ana)).toBe(balance + 10);
});

test('an extension that is not possible is not paid', async () => {
  const reservation = await bookRunning();
  const ahead = await book(sql, cast.ana, { ...space, from: 3, to: 4 }).catch(async () => {
    await fillWallet(sql, cast.ana, 5);
    return book(sql, cast.ana, { ...space, from: 3, to: 4 });
  });
  const begin = (newEnd: Date, id = reservation.id, person = cast.ana) =>
    problemOf(beginPayment(sql, person, { purpose: 'extension', reservation: id, newEnd }));
  expect(await begin(hoursAfter(reservation.end_time, 4))).toBe('extension-too-long');
  expect(await begin(reservation.end_time)).toBe('end-before-start');
  const forever = service((tx) =>
    tx`
      select public.begin_payment(${cast.ana.id}, 'aal1', ${randomUUID()}, 'extension', 'card', ${reservation.id}, null, 'infinity',
        false, null, 'en')`.execute(),
  );
  expect(await problemOf(forever)).toBe('end-before-start');
  expect(await begin(hoursAfter(ahead.end_time, 1), ahead.id)).toBe('reservation-changed');
  expect(await begin(hoursAfter(reservation.end_time, 1), reservation.id, cast.beto)).toBe('no-such-reservation');
  await sql`update public.installation_settings set maintenance_mode = true`;
  expect(await begin(hoursAfter(reservation.end_time, 1))).toBe('under-maintenance');
  await sql`update public.installation_settings set maintenance_mode = false`;
});

test('an event of a provider is new once, however long it is', async () => {
  const id = randomUUID();
  const add = (body = '{}') =>
    service(async (tx) => {
      const [row] = await tx<{ is_new: boolean }[]>`
        select public.add_payment_event('paypal', ${id}, ${randomUUID()}, ${'x'.repeat(500)}, ${body}) as is_new`;
      return [row?.is_new];
    });
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => add('x'.repeat(1_000_000))));
  expect(outcomes.flat().filter(Boolean)).toHaveLength(1);
});

const claimChecks = async (most = 100) => {
  const rows = await service(
    (tx) => tx<{ payment: Payment }[]>`select public.claim_payment_checks(${most}) as payment`,
  );
  return rows.map(({ payment }) => payment);
};
const setAge = ({ id }: Payment, minutes: number) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      update public.payments set created_at = now() - make_interval(mins => ${minutes}),
        next_check_at = next_check_at - make_interval(mins => ${minutes}) where id = ${id}`;
  });

test('a payment is asked about after 2, 5, 15, 30 and 60 minutes, then hourly, and given up after a day', async () => {
  const payment = await startPayment(sql, cast.ana, { amount: 10 });
  const ids = async () => (await claimChecks()).map(({ id }) => id);
  expect(await ids()).not.toContain(payment.id);
  const nextCheck = async () => {
    const [row] = await sql<{ minutes: number | null }[]>`
      select round(extract(epoch from next_check_at - created_at) / 60)::int as minutes from public.payments where id = ${payment.id}`;
    return row?.minutes;
  };
  const seen = [await nextCheck()];
  for (const age of [2, 5, 15, 30, 60, 120]) {
    await sql`update public.payments set next_check_at = now() where id = ${payment.id}`;
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update public.payments set created_at = now() - make_interval(mins => ${age}) where id = ${payment.id}`;
    });
    expect(await ids()).toContain(payment.id);
    seen.push(await nextCheck());
  }
  expect(seen).toEqual([2, 5, 15, 30, 60, 120, 180]);
  await setAge(payment, 25 * 60);
  await sql`update public.payments set next_check_at = now() where id = ${payment.id}`;
  expect((await claimChecks()).find(({ id }) => id === payment.id)).toMatchObject({ state: 'abandoned' });
  expect(await nextCheck()).toBeNull();
  expect(await capture(sql, payment, { cause: 'webhook' })).toBe('captured');
});

test('whoever comes back without paying is still asked about; the provider’s word ends it', async () => {
  const payment = await startPayment(sql, cast.ana, { amount: 10 });
  await close(sql, payment, 'abandoned', 'return');
  await setAge(payment, 3);
  expect((await claimChecks()).map(({ id }) => id)).toContain(payment.id);
  await close(sql, payment, 'declined', 'check');
  await sql`update public.payments set next_check_at = next_check_at - interval '1 day' where id = ${payment.id}`;
  expect((await claimChecks()).map(({ id }) => id)).not.toContain(payment.id);
});

const confirm = (actor: Actor, payment: Payment, reference: string, reason = 'Seen in the portal') =>
  as(sql, actor, async (tx) => {
    const [row] = await tx<{ outcome: string }[]>`
      select public.confirm_payment(${payment.id}, ${reference}, ${reason}) as outcome`;
    return row?.outcome;
  });

test('a payment that nobody could ask about for a day is given up, and an administrator can confirm it', async () => {
  const payment = await startPayment(sql, cast.ana, { amount: 10 });
  await service((tx) =>
    tx`select public.add_payment_event('azul', ${payment.id}, ${payment.id}, 'return-approved', '')`.execute(),
  );
  await setAge(payment, 25 * 60);
  expect(await claimChecks()).toMatchObject([{ id: payment.id, given_up: true, has_approval: true }]);
  await service((tx) =>
    tx`select public.record_difference('azul', 'not-confirmed', ${payment.id}, ${payment.provider_order}, '')`.execute(),
  );
  expect(await refusalOf(confirm(cast.ana, payment, '4711'))).toBe('42501');
  expect(await problemOf(confirm(cast.admin, payment, '4711', ' '))).toBe('reason-required');
  expect(await problemOf(confirm(cast.admin, payment, '<b>'))).toBe('payment-not-confirmable');
  expect(await confirm(cast.admin, payment, '4711')).toBe('captured');
  expect(await readPayment(sql, payment.id)).toMatchObject({ state: 'captured', provider_reference: '4711' });
  expect(await differences(payment)).toEqual([]);
  expect(await problemOf(confirm(cast.admin, payment, '4711'))).toBe('payment-not-confirmable');
  const other = await startPayment(sql, cast.ana, { amount: 10 });
  expect(await problemOf(confirm(cast.admin, other, '4711'))).toBe('payment-not-confirmable');
});

test.each(['return', 'webhook', 'check', 'comparison'])(
  'the first real reference, which a %s brings, replaces the one that an administrator typed; a second goes back',
  async (cause) => {
    const payment = await startPayment(sql, cast.ana, { amount: 10 });
    const typed = `typed-${payment.id}`;
    await confirm(cast.admin, payment, typed);
    const real = { cause, reference: `real ${payment.id}` };
    expect(await capture(sql, payment, real)).toBe('already-captured');
    expect(await capture(sql, payment, real)).toBe('already-captured');
    expect(await readPayment(sql, payment.id)).toMatchObject({ provider_reference: real.reference });
    expect(await balanceOf(sql, cast.ana)).toBe(10);
    expect(await refundsOf(sql, payment)).toEqual([]);
    expect(await differences(payment)).toEqual(cause === 'return' ? ['unverified'] : []);
    expect(await capture(sql, payment, { ...real, amount: 11 })).toBe('mismatch');
    expect(await capture(sql, payment, { cause, reference: `second ${payment.id}` })).toBe('captured-twice');
    expect(await refundsOf(sql, payment)).toMatchObject([{ is_second_capture: true }]);
  },
);

test('what the provider says while an administrator confirms comes first, and the typed reference gives nothing back', async () => {
  const payment = await startPayment(sql, cast.ana, { amount: 10 });
  const confirming = await service(async (tx) => {
    await tx`select public.capture_payment(${payment.id}, 10, 'USD', ${`real ${payment.id}`}, 'webhook')`;
    const problem = problemOf(confirm(cast.admin, payment, `typed-${payment.id}`));
    await expect
      .poll(() => sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      .not.toHaveLength(0);
    return { problem };
  });
  expect(await confirming.problem).toBe('payment-not-confirmable');
  expect(await refundsOf(sql, payment)).toEqual([]);
  expect(await differences(payment)).toEqual([]);
});

test('a typed reference that belongs to another payment leaves room for that one', async () => {
  const [payment, other] = [
    await startPayment(sql, cast.ana, { amount: 10 }),
    await startPayment(sql, cast.ana, { amount: 10 }),
  ];
  const reference = `of-the-other-${other.id}`;
  await confirm(cast.admin, payment, reference);
  expect(await capture(sql, other, { reference })).toBe('captured');
  expect(await balanceOf(sql, cast.ana)).toBe(20);
});

test('money that goes back before the real reference is known goes back from the real capture', async () => {
  const { id } = await book(sql, cast.ana, { ...space, from: 1, to: 2, method: 'card' });
  const payment = await startPayment(sql, cast.ana, { purpose: 'reservation', reservation: id });
  await confirm(cast.admin, payment, `typed-${payment.id}`);
  await as(sql, cast.ana)`select public.cancel_reservation(${id}, true)`;
  await capture(sql, payment, { reference: `real ${payment.id}` });
  expect(await refundsOf(sql, payment)).toMatchObject([{ capture_reference: `real ${payment.id}` }]);
});

test('a payment that was never started is given up, and one that the provider weighs is asked about daily', async () => {
  const begun = await beginPayment(sql, cast.ana, { amount: 10 });
  await sql`update public.payments set expires_at = now() - interval '2 minutes' where id = ${begun.id}`;
  const weighed = await startPayment(sql, cast.ana, { amount: 10 });
  await setAge(weighed, 25 * 60);
  await claimChecks();
  expect(await readPayment(sql, begun.id)).toMatchObject({ state: 'abandoned' });
  await service((tx) => tx`select public.keep_checking(${weighed.id})`.execute());
  const [next] = await sql`
    select round(extract(epoch from next_check_at - now()) / 3600)::int as hours from public.payments where id = ${weighed.id}`;
  expect(next).toEqual({ hours: 24 });
});

test('several workers claim each payment once', async () => {
  const payments = await Promise.all(Array.from({ length: 12 }, () => startPayment(sql, cast.ana, { amount: 10 })));
  for (const payment of payments) await setAge(payment, 3);
  const claimed = (await Promise.all(Array.from({ length: 5 }, () => claimChecks(4)))).flat().map(({ id }) => id);
  const own = claimed.filter((id) => payments.some((payment) => payment.id === id));
  expect(new Set(own).size).toBe(own.length);
  expect(own.length).toBeGreaterThan(0);
});
