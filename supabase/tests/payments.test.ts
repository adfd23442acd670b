import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, as, errorOf, problemOf, refusalOf, SERVICE, withoutRules } from './as.ts';
import { hoursAfter, readReservation } from './changes-world.ts';
import * as money from './money-world.ts';
import { openMoney } from './world.ts';

// What the server calls while somebody pays. The space costs 5 an hour, top-ups lie between 5 and 10,000.

const { sql, cast, space } = await openMoney();

const differences = async ({ id }: money.Payment) => {
  const rows = await sql<{ kind: string }[]>`
    select kind from public.payment_differences where payment_id = ${id} and resolved_at is null order by created_at`;
  return rows.map(({ kind }) => kind);
};
const countPayments = async ({ id }: Actor) => (await sql`select from public.payments where user_id = ${id}`).count;
const callService = as(sql, SERVICE);
const start = ({ id }: money.Payment, order: string) => callService`select public.start_payment(${id}, ${order})`;
const startTen = (more: money.NewPayment = {}) => money.startPayment(sql, cast.ana, { amount: 10, ...more });
const begin = (wanted: money.NewPayment, person: Pick<Actor, 'id'> = cast.ana) =>
  money.beginPayment(sql, person, wanted);
const expectBalance = async (balance: number) => expect(await money.balanceOf(sql, cast.ana)).toBeCloseTo(balance, 2);

describe('a payment', () => {
  test('never changes what it is for once it is captured', async () => {
    const { id } = await money.topUp(sql, cast.ana, 10);
    const changes = { amount: 11, currency: 'DOP', method: 'paypal', purpose: 'extension', provider_order: 'ANOTHER' };
    const states = { state: 'pending', captured_at: new Date(0) };
    for (const change of Object.entries({ ...changes, ...states, provider_reference: 'another' })) {
      const write = sql`update public.payments set ${sql(Object.fromEntries([change]))} where id = ${id}`;
      expect(await refusalOf(write), change[0]).toBe('23514');
    }
  });

  test('is begun, started with one order and captured into the wallet', async () => {
    const begun = await begin({ amount: 59.9, language: 'es' });
    const row = { state: 'created', amount: 59.9, tax: 0, currency: 'USD', provider: 'azul', served: null };
    expect(begun).toMatchObject(row);
    const order = randomUUID();
    // The response was lost.
    for (const _ of ['first', 'again']) await start(begun, order);
    expect(await refusalOf(start(begun, 'ORDER2'))).toBe('23514');
    expect(await refusalOf(start(await begin({ amount: 10 }), order))).toBe('23505');
    const started = await money.readPayment(sql, begun.id);
    expect(started).toMatchObject({ state: 'pending', provider_order: order });
    const [found] = await callService`
      select public.find_payment('azul', ${order}) as payment, public.find_payment('azul', 'none') as none`;
    expect(found).toEqual({ payment: started, none: null });
    expect(await money.capture(sql, started)).toBe('captured');
    await expectBalance(59.9);
  });

  test('is the same with the same id, also at once, and none with other contents', async () => {
    const id = randomUUID();
    const begun = await Promise.all(Array.from({ length: 6 }, () => begin({ id, amount: 20 })));
    expect(new Set(begun.map((payment) => JSON.stringify(payment))).size).toBe(1);
    expect(await refusalOf(begin({ id, amount: 20 }, cast.beto))).toBe('23514');
    for (const wanted of [
      { id, amount: 21 },
      { id, amount: 20, method: 'paypal' },
    ]) {
      expect(await refusalOf(begin(wanted))).toBe('23514');
    }
    expect(await countPayments(cast.ana)).toBe(1);
  });

  test.each([null, 'NaN', 'Infinity', '-Infinity', '0', '-5', '4.99', '10000.01', '5.001', '1e30'])(
    'of %s into the wallet is not begun',
    async (amount) => {
      expect(await problemOf(begin({ amount }))).toBe('top-up-out-of-range');
    },
  );

  test.each<[string, money.NewPayment]>([
    ['an unknown purpose', { purpose: 'gift', amount: 10 }],
    ['an unknown method', { method: 'cash', amount: 10 }],
    ['a top-up for a stay', { amount: 10, reservation: randomUUID() }],
    ['a reservation that does not exist', { purpose: 'reservation', reservation: randomUUID() }],
    ['no reservation', { purpose: 'reservation' }],
    ['a card of nobody', { amount: 10, card: randomUUID() }],
  ])('with %s is not begun', async (_, wanted) => {
    expect(await refusalOf(begin(wanted))).toMatch(/^23/);
    expect(await countPayments(cast.ana)).toBe(0);
  });

  test('is begun for nobody who is suspended, banned or gone, and with a code where there is a second factor', async () => {
    expect(await problemOf(begin({ amount: 10 }, cast.suspended))).toBe('account-shut-out');
    await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${cast.beto.id}`;
    expect(await problemOf(begin({ amount: 10 }, cast.beto))).toBe('account-shut-out');
    expect(await refusalOf(begin({ amount: 10 }, { id: randomUUID() }))).toBe('23503');
    await sql`
      insert into auth.mfa_factors (user_id, factor_type, status, secret) values (${cast.ana.id}, 'totp', 'verified', 'sealed')`;
    expect(await refusalOf(begin({ amount: 10 }))).toBe('42501');
    await begin({ amount: 10, assurance: 'aal2' });
  });

  test('is one of so many of a driver in an hour, also when they begin at once', async () => {
    await sql`update private.limits set payments_per_hour = 3`;
    try {
      const begun = await Promise.allSettled(Array.from({ length: 6 }, () => begin({ amount: 10 })));
      const problems = begun.flatMap((one) => (one.status === 'rejected' ? [one.reason.hint] : []));
      expect(problems).toEqual(Array(3).fill('too-many-payments'));
      await begin({ amount: 10 }, cast.beto);
    } finally {
      await sql`update private.limits set payments_per_hour = 10000`;
    }
  });

  test('for a reservation has the amount of the database, and is for the own hold while it lasts', async () => {
    const { id: reservation } = await money.book(sql, cast.ana, { ...space, from: 1, to: 3, method: 'card' });
    const wanted: money.NewPayment = { purpose: 'reservation', reservation, amount: 0.01 };
    expect(await problemOf(begin(wanted, cast.beto))).toBe('no-such-reservation');
    const payment = await money.startPayment(sql, cast.ana, wanted);
    expect(payment).toMatchObject({ amount: 10, tax: 1.53 });
    await money.capture(sql, payment);
    expect(await problemOf(begin(wanted))).toBe('hold-is-over');
  });

  test('by PayPal is in dollars', async () => {
    await withoutRules(sql)`update public.installation_settings set currency = 'DOP'`;
    try {
      await begin({ amount: 10 });
      expect(await problemOf(begin({ amount: 10, method: 'paypal' }))).toBe('paypal-takes-dollars');
    } finally {
      await withoutRules(sql)`update public.installation_settings set currency = 'USD'`;
    }
  });
});

describe('a wallet that is almost full', () => {
  const MOST = 99_999_999.99;
  beforeEach(() => money.fillWallet(sql, cast.ana, MOST - 50));

  test('takes what fits to the cent, and no top-up beyond it begins', async () => {
    expect(await errorOf(begin({ amount: 50.01 }))).toMatchObject({ hint: 'wallet-full', detail: '50.00' });
    await money.topUp(sql, cast.ana, 50);
    await expectBalance(MOST);
  });

  test('gives money back by itself that does not fit any more, and leaves what cannot go back to the operator', async () => {
    const payment = await money.startPayment(sql, cast.ana, { amount: 50 });
    await money.fillWallet(sql, cast.ana, 20);
    expect([await money.capture(sql, payment), await money.capture(sql, payment)]).toEqual([
      'captured',
      'already-captured',
    ]);
    expect(await money.readPayment(sql, payment.id)).toMatchObject({ state: 'refunding', served: false });
    const [refund] = await money.refundsOf(sql, payment);
    expect(refund).toMatchObject({ amount: '50.00', reason: 'wallet_full' });
    await money.finishRefund(sql, refund as money.Refund, 'failed', 'The card is closed');
    expect(await money.readPayment(sql, payment.id)).toMatchObject({ state: 'captured' });
    await expectBalance(MOST - 30);
  });
});

describe('a capture', () => {
  test('that is told many times at once counts once', async () => {
    const payment = await startTen();
    const causes = ['return', 'webhook', 'check', 'return', 'webhook', 'check'];
    const outcomes = await Promise.all(causes.map((cause) => money.capture(sql, payment, { cause })));
    expect(outcomes.toSorted()).toEqual([...Array(5).fill('already-captured'), 'captured']);
    await expectBalance(10);
  });

  test('that is the second of its order goes back by itself and stands as a difference', async () => {
    const payment = await money.topUp(sql, cast.ana, 10);
    const second = { reference: `second ${payment.id}`, cause: 'webhook' };
    const outcomes = [await money.capture(sql, payment, second), await money.capture(sql, payment, second)];
    expect(outcomes).toEqual(['captured-twice', 'already-captured']);
    const refund = { amount: '10.00', is_second_capture: true, capture_reference: `second ${payment.id}` };
    expect(await money.refundsOf(sql, payment)).toMatchObject([refund]);
    expect(await differences(payment)).toEqual(['captured-twice']);
    await expectBalance(10);
  });

  test.each([
    { amount: 10.01 },
    { amount: 'NaN' },
    { amount: 'Infinity' },
    { amount: '9999999999999.99' },
    { currency: 'DOP' },
    { currency: 'x'.repeat(10_000) },
  ])('of another amount moves nothing and stands as a difference: %.40j', async (said) => {
    const payment = await startTen();
    for (const _ of ['first', 'again']) expect(await money.capture(sql, payment, said)).toBe('mismatch');
    expect(await differences(payment)).toEqual(['amount']);
    await expectBalance(0);
    expect(await money.capture(sql, payment)).toBe('captured');
  });

  test('has an order that was sent, and a reference that pays nothing else', async () => {
    const begun = await begin({ amount: 10 });
    expect(await refusalOf(money.capture(sql, begun))).toBe('23514');
    expect(await refusalOf(money.capture(sql, { ...begun, id: randomUUID() }))).toBe('23514');
    const started = await startTen();
    for (const reference of [null, 'x'.repeat(65)]) {
      expect(await refusalOf(money.capture(sql, started, { reference }))).toBe('23514');
    }
    const { provider_reference: reference } = await money.topUp(sql, cast.ana, 10);
    expect(await refusalOf(money.capture(sql, started, { reference }))).toBe('23505');
    await expectBalance(10);
  });

  test.each(['declined', 'abandoned'])('that comes after a payment was %s counts', async (state) => {
    const payment = await startTen();
    await money.close(sql, payment, state, 'check');
    expect(await money.readPayment(sql, payment.id)).toMatchObject({ state, failure: 'declined-by-bank' });
    expect(await money.capture(sql, payment, { cause: 'webhook' })).toBe('captured');
    expect(await money.readPayment(sql, payment.id)).toMatchObject({ state: 'captured', failure: null });
    for (const wrong of ['captured', 'refunded', 'x'])
      expect(await refusalOf(money.close(sql, payment, wrong))).toBe('23514');
  });
});

describe('a saved card', () => {
  const CARD: money.Card = { token: 'vault-token', brand: 'Visa', last4: '1732', expires: '203012' };
  const cardsOf = (actor: Actor) =>
    as(sql, actor)<{ id: string }[]>`select id, last4, brand, expires from public.saved_cards`;
  const save = async (card: money.Card) => money.capture(sql, await startTen({ saveCard: true }), { card });

  test('is saved only when the driver asked for it, and once', async () => {
    const without = await startTen();
    await money.capture(sql, without, { card: CARD });
    expect(await cardsOf(cast.ana)).toEqual([]);
    expect(await money.readPayment(sql, without.id)).toMatchObject({ paid_with: 'Visa ···· 1732' });
    for (const expires of ['203012', '203101']) await save({ ...CARD, expires });
    expect(await cardsOf(cast.ana)).toMatchObject([{ last4: '1732', brand: 'Visa', expires: '203101' }]);
  });

  test.each<[string, Partial<money.Card>]>([
    ['no token', { token: '' }],
    ['a token without end', { token: 'x'.repeat(10_000) }],
    ['a whole number', { last4: '4111111111111111' }],
    ['a month that does not exist', { expires: '203013' }],
  ])('is none where the provider says %s, and the money counts', async (_, wrong) => {
    expect(await save({ ...CARD, ...wrong })).toBe('captured');
    expect(await cardsOf(cast.ana)).toEqual([]);
  });

  test('pays for its driver only, until they remove it, and its token goes to the service', async () => {
    await save(CARD);
    const [card] = await cardsOf(cast.ana);
    const wanted: money.NewPayment = { amount: 10, card: card?.id ?? '' };
    expect(await begin(wanted)).toMatchObject({ card_token: 'vault-token' });
    expect(await problemOf(begin(wanted, cast.beto))).toBe('card-not-found');
    expect(await problemOf(begin({ ...wanted, method: 'paypal' }))).toBe('card-not-found');
    await as(sql, cast.ana)`delete from public.saved_cards`;
    expect(await problemOf(begin(wanted))).toBe('card-not-found');
  });
});

describe('the payment for an extension', () => {
  /** A reservation of Ana's that is under way and paid, and the payment for two more hours. */
  async function payExtension() {
    await money.fillWallet(sql, cast.ana, 5);
    const { id } = await money.book(sql, cast.ana, { ...space, from: -0.5, to: 0.5 });
    const reservation = await readReservation(sql, id);
    const newEnd = hoursAfter(reservation.end_time, 2);
    const payment = await money.startPayment(sql, cast.ana, { purpose: 'extension', reservation: id, newEnd });
    return { reservation, payment, newEnd };
  }

  test('extends the reservation', async () => {
    const { reservation, payment, newEnd } = await payExtension();
    expect(payment).toMatchObject({ amount: 10, tax: 1.53 });
    await money.capture(sql, payment);
    expect((await readReservation(sql, reservation.id)).end_time).toEqual(newEnd);
    expect(await money.paidFor(sql, reservation)).toMatchObject({ paid: 15 });
    expect(await money.readPayment(sql, payment.id)).toMatchObject({ served: true });
    await expectBalance(0);
  });

  type Running = Awaited<ReturnType<typeof payExtension>>['reservation'];
  test.each<[string, (reservation: Running) => Promise<unknown>]>([
    [
      'somebody else booked the time',
      async () => {
        await money.fillWallet(sql, cast.beto, 5);
        await money.book(sql, cast.beto, { ...space, from: 1, to: 2 });
      },
    ],
    [
      'the driver ended the stay',
      ({ id }) => as(sql, cast.ana)`update public.reservations set status = 'completed' where id = ${id}`,
    ],
  ])('stays in the wallet when %s', async (_, prevent) => {
    const { reservation, payment } = await payExtension();
    await prevent(reservation);
    const before = await readReservation(sql, reservation.id);
    const balance = await money.balanceOf(sql, cast.ana);
    expect(await money.capture(sql, payment)).toBe('captured');
    expect(await money.readPayment(sql, payment.id)).toMatchObject({ state: 'captured', served: false });
    expect(await readReservation(sql, reservation.id)).toEqual(before);
    await expectBalance(balance + 10);
  });

  test('is not begun where the extension is not possible', async () => {
    const { reservation } = await payExtension();
    const wanted = (hours: number): money.NewPayment => ({
      purpose: 'extension',
      reservation: reservation.id,
      newEnd: hoursAfter(reservation.end_time, hours),
    });
    await money.fillWallet(sql, cast.beto, 5);
    await money.book(sql, cast.beto, { ...space, from: 3, to: 4 });
    expect(await problemOf(begin(wanted(4)))).toBe('extension-too-long');
    expect(await problemOf(begin(wanted(0)))).toBe('end-before-start');
    expect(await problemOf(begin(wanted(1), cast.beto))).toBe('no-such-reservation');
  });
});

describe('the payment for a change', () => {
  /** A reservation of Ana's from two to three hours from now, and a payment for an hour more from four hours from now. */
  async function payChange() {
    await money.fillWallet(sql, cast.ana, 5);
    const { id } = await money.book(sql, cast.ana, { ...space, from: 2, to: 3 });
    const reservation = await readReservation(sql, id);
    const newStart = hoursAfter(reservation.start_time, 2);
    const newEnd = hoursAfter(reservation.start_time, 4);
    const wanted: money.NewPayment = { purpose: 'change', reservation: id, newStart, newEnd, newSpace: space.spaceId };
    return { reservation, wanted, payment: await money.startPayment(sql, cast.ana, wanted) };
  }

  test('is what it costs more, and changes the reservation', async () => {
    const { reservation, wanted, payment } = await payChange();
    expect(payment).toMatchObject({ amount: 5, state: 'pending' });
    await money.capture(sql, payment);
    expect(await readReservation(sql, reservation.id)).toMatchObject({
      start_time: wanted.newStart,
      end_time: wanted.newEnd,
      total_amount: '10.00',
    });
    expect(await money.readPayment(sql, payment.id)).toMatchObject({ served: true });
    expect(await money.paidFor(sql, reservation)).toMatchObject({ paid: 10 });
    await expectBalance(0);
  });

  test('is for the space that its driver chose first', async () => {
    const { wanted, payment } = await payChange();
    expect(await refusalOf(begin({ ...wanted, id: payment.id, newSpace: randomUUID() }))).toBe('23514');
  });

  type Reserved = Awaited<ReturnType<typeof payChange>>['reservation'];
  test.each<[string, (reservation: Reserved) => Promise<unknown>]>([
    [
      'somebody else booked the time',
      async () => {
        await money.fillWallet(sql, cast.beto, 5);
        await money.book(sql, cast.beto, { ...space, from: 5, to: 6 });
      },
    ],
    ['the driver cancelled', (reservation) => money.cancel(sql, cast.ana, reservation)],
    ['an hour costs more now', () => sql`update public.parking_spaces set hourly_rate = 6 where id = ${space.spaceId}`],
    ['the reservation began', (reservation) => money.moveReservation(sql, reservation, -2.5)],
  ])('stays in the wallet when %s', async (_, prevent) => {
    const { reservation, payment } = await payChange();
    await prevent(reservation);
    const before = await readReservation(sql, reservation.id);
    const balance = await money.balanceOf(sql, cast.ana);
    await money.capture(sql, payment);
    expect(await money.readPayment(sql, payment.id)).toMatchObject({ state: 'captured', served: false });
    expect(await readReservation(sql, reservation.id)).toEqual(before);
    await expectBalance(balance + 5);
  });

  test('is not begun where the change is not possible, costs nothing more, or is somebody else’s', async () => {
    const { reservation, wanted } = await payChange();
    const earlier = hoursAfter(reservation.start_time, -0.5);
    await money.fillWallet(sql, cast.beto, 5);
    await money.book(sql, cast.beto, { ...space, from: 5.5, to: 6.5 });
    expect(await problemOf(begin(wanted))).toBe('space-taken');
    expect(await problemOf(begin({ ...wanted, newStart: earlier, newEnd: reservation.end_time }, cast.beto))).toBe(
      'no-such-reservation',
    );
    expect(await problemOf(begin({ ...wanted, newStart: earlier, newEnd: hoursAfter(earlier, 1) }))).toBe(
      'nothing-to-pay',
    );
    expect(await problemOf(begin({ ...wanted, newSpace: randomUUID() }))).toBe('space-of-other-zone');
    expect(await problemOf(begin({ ...wanted, newStart: earlier, newEnd: reservation.end_time, amount: 1 }))).toBe(
      'price-changed',
    );
  });
});

const claimChecks = async (most = 100) => {
  const rows = await callService<{ payment: money.Payment }[]>`select public.claim_payment_checks(${most}) as payment`;
  return rows.map(({ payment }) => payment);
};
const idsOfChecks = async () => (await claimChecks()).map(({ id }) => id);
const setAge = ({ id }: money.Payment, minutes: number) => withoutRules(sql)`
  update public.payments set created_at = now() - make_interval(mins => ${minutes}),
    next_attempt_at = next_attempt_at - make_interval(mins => ${minutes}) where id = ${id}`;

describe('a payment without an outcome', () => {
  test('is asked about after 2 minutes, and given up after a day', async () => {
    const payment = await startTen();
    expect(await idsOfChecks()).not.toContain(payment.id);
    await setAge(payment, 3);
    expect(await idsOfChecks()).toContain(payment.id);
    await setAge(payment, 25 * 60);
    expect((await claimChecks()).find(({ id }) => id === payment.id)).toMatchObject({ state: 'abandoned' });
    expect(await idsOfChecks()).not.toContain(payment.id);
    expect(await money.capture(sql, payment, { cause: 'webhook' })).toBe('captured');
  });

  test('is asked about although its driver came back without paying, until the provider’s word', async () => {
    const payment = await startTen();
    await money.close(sql, payment, 'abandoned', 'return');
    await setAge(payment, 3);
    expect(await idsOfChecks()).toContain(payment.id);
    await money.close(sql, payment, 'declined', 'check');
    await sql`update public.payments set next_attempt_at = next_attempt_at - interval '1 day' where id = ${payment.id}`;
    expect(await idsOfChecks()).not.toContain(payment.id);
  });

  test('is given up where it was never started, and asked about daily where the provider weighs it', async () => {
    const begun = await begin({ amount: 10 });
    await sql`update public.payments set next_attempt_at = now() where id = ${begun.id}`;
    const weighed = await startTen();
    await setAge(weighed, 25 * 60);
    await claimChecks();
    expect(await money.readPayment(sql, begun.id)).toMatchObject({ state: 'abandoned' });
    await callService`select public.keep_checking(${weighed.id})`;
    const next = await sql`
      select round(extract(epoch from next_attempt_at - now()) / 3600)::int as hours from public.payments where id = ${weighed.id}`;
    expect(next).toEqual([{ hours: 24 }]);
  });
});

const confirm = async (actor: Actor, { id }: money.Payment, reference: string, reason = 'Seen in the portal') => {
  const [row] = await as(sql, actor)`select public.confirm_payment(${id}, ${reference}, ${reason}) as outcome`;
  return row?.outcome;
};

describe('an administrator', () => {
  test('confirms a payment that nobody could ask about for a day', async () => {
    const payment = await startTen();
    await callService`select public.add_payment_event('azul', ${payment.id}, ${payment.id}, 'return-approved', '')`;
    await setAge(payment, 25 * 60);
    expect(await claimChecks()).toContainEqual(
      expect.objectContaining({ id: payment.id, given_up: true, has_approval: true }),
    );
    await callService`select public.record_difference('azul', 'not-confirmed', ${payment.id}, ${payment.provider_order}, '')`;
    expect(await problemOf(confirm(cast.admin, payment, '4711', ' '))).toBe('reason-required');
    expect(await problemOf(confirm(cast.admin, payment, '<b>'))).toBe('payment-not-confirmable');
    expect(await confirm(cast.admin, payment, '4711')).toBe('captured');
    expect(await money.readPayment(sql, payment.id)).toMatchObject({ state: 'captured', provider_reference: '4711' });
    expect(await differences(payment)).toEqual([]);
    for (const other of [payment, await startTen()]) {
      expect(await problemOf(confirm(cast.admin, other, '4711'))).toBe('payment-not-confirmable');
    }
  });

  test.each(['return', 'webhook', 'check', 'comparison'])(
    'types a reference that the first real one replaces, which a %s brings; a second goes back',
    async (cause) => {
      const payment = await startTen();
      await confirm(cast.admin, payment, `typed-${payment.id}`);
      const real = { cause, reference: `real ${payment.id}` };
      for (const _ of ['first', 'again']) expect(await money.capture(sql, payment, real)).toBe('already-captured');
      expect(await money.readPayment(sql, payment.id)).toMatchObject({ provider_reference: real.reference });
      expect([await money.balanceOf(sql, cast.ana), await money.refundsOf(sql, payment)]).toEqual([10, []]);
      expect(await differences(payment)).toEqual(cause === 'return' ? ['unverified'] : []);
      expect(await money.capture(sql, payment, { ...real, amount: 11 })).toBe('mismatch');
      expect(await money.capture(sql, payment, { cause, reference: `second ${payment.id}` })).toBe('captured-twice');
      expect(await money.refundsOf(sql, payment)).toMatchObject([{ is_second_capture: true }]);
    },
  );

  test('lets money that goes back before the real reference is known go back from the real capture', async () => {
    const { id } = await money.book(sql, cast.ana, { ...space, from: 1, to: 2, method: 'card' });
    const payment = await money.startPayment(sql, cast.ana, { purpose: 'reservation', reservation: id });
    await confirm(cast.admin, payment, `typed-${payment.id}`);
    await as(sql, cast.ana)`select public.cancel_reservation(${id}, true)`;
    await money.capture(sql, payment, { reference: `real ${payment.id}` });
    expect(await money.refundsOf(sql, payment)).toMatchObject([{ capture_reference: `real ${payment.id}` }]);
  });
});
