import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, as, createSpace, problemOf, refusalOf } from './as.ts';
import { extend, type Reservation, readReservation } from './changes-world.ts';
import * as money from './money-world.ts';
import { openMoney } from './world.ts';

// A reservation that is paid by card or PayPal holds its space until the money is there. The space costs 5 an hour.

const { sql, cast, space } = await openMoney();
beforeEach(() => money.fillWallet(sql, cast.beto, 100));

const WHEN = { from: 1, to: 3 };
const hold = (method: 'card' | 'paypal' = 'card') => money.book(sql, cast.ana, { ...space, ...WHEN, method });
const holdAndBegin = () => money.holdAndPay(sql, cast.ana, { ...space, ...WHEN });
const bookAsBeto = () => money.book(sql, cast.beto, { ...space, ...WHEN });
const release = (actor: Actor, { id }: { id: string }) => as(sql, actor)`select public.release_hold(${id})`;
const closeSpace = () => sql`update public.parking_spaces set status = 'maintenance' where id = ${space.spaceId}`;
const expectStatus = async ({ id }: { id: string }, status: string) =>
  expect((await readReservation(sql, id)).status).toBe(status);
const expectPayment = async ({ id }: money.Payment, payment: Partial<money.Payment>) =>
  expect(await money.readPayment(sql, id)).toMatchObject(payment);
/** What work fails with: the key of its problem, else its SQLSTATE, else null. */
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { hint?: string; code: string }) => error.hint ?? error.code,
  );
const untilBlocked = () =>
  expect
    .poll(() => sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    .toHaveLength(1);
const kindsToldTo = async ({ id }: Actor) =>
  (await sql`select distinct kind from public.notifications where user_id = ${id}`).map(({ kind }) => kind);

describe('a hold', () => {
  test('takes its space for ten minutes, costs nothing yet and tells nobody', async () => {
    const held = await hold();
    expect(held).toMatchObject({ status: 'held', payment_method: 'card', total_amount: '10.00' });
    expect(Math.round((Number(held.held_until) - Date.now()) / 60_000)).toBe(10);
    expect(await refusalOf(bookAsBeto())).toBe('23P01');
    expect([await kindsToldTo(cast.ana), await money.paidFor(sql, held)]).toEqual([[], { paid: 0, tax: 0 }]);
    const taken = await sql`select status from public.space_occupancy where parking_space_id = ${space.spaceId}`;
    expect(taken).toEqual([{ status: 'held' }]);
  });

  test('is not what a driver inserts who pays from the wallet: it is charged at once', async () => {
    const wallet = money.book(sql, cast.ana, { ...space, ...WHEN, method: 'wallet', status: 'held' });
    expect(await problemOf(wallet)).toBe('wallet-too-low');
  });

  test('is made active, cancelled, extended or moved by nobody', async () => {
    // The wallet would do, so that only the rule is in the way.
    await money.fillWallet(sql, cast.ana, 100);
    const held = await money.book(sql, cast.ana, { ...space, from: -0.5, to: 1, method: 'card' });
    for (const actor of [cast.ana, cast.admin]) {
      for (const status of ['active', 'lapsed', 'cancelled', 'completed']) {
        expect(
          (await as(sql, actor)`update public.reservations set status = ${status} where id = ${held.id}`).count,
        ).toBe(0);
      }
    }
    expect(await refusalOf(sql`update public.reservations set status = 'active' where id = ${held.id}`)).toBe('23514');
    expect(await problemOf(money.cancel(sql, cast.ana, held))).toBe('reservation-changed');
    const extending = extend(sql, cast.ana, await readReservation(sql, held.id), 1);
    expect(await problemOf(extending)).toBe('reservation-changed');
  });

  test.each([
    ['due work, which leaves one that is in time alone', () => sql`select private.run_due_work()`],
    ['whoever books next', bookAsBeto],
  ])('whose time is over is freed by %s', async (_, free) => {
    const held = await hold();
    await outcomeOf(free());
    await expectStatus(held, 'held');
    await money.endHold(sql, held);
    await free();
    await expectStatus(held, 'lapsed');
  });

  test('is freed by its driver at once, and by no other driver', async () => {
    const held = await hold('paypal');
    await release(cast.beto, held);
    await expectStatus(held, 'held');
    for (const one of [held, held, { id: randomUUID() }]) await release(cast.ana, one);
    await expectStatus(held, 'lapsed');
    await bookAsBeto();
  });

  test('that is given up while it is being paid is paid, and its driver is told so', async () => {
    const { reservation, payment } = await holdAndBegin();
    let releasing: Promise<string | null> | undefined;
    await sql.begin(async (tx) => {
      await tx`
        select public.capture_payment(${payment.id}, ${payment.amount}, ${payment.currency}, ${`capture ${payment.id}`}, 'check')`;
      releasing = outcomeOf(release(cast.ana, reservation));
      await untilBlocked();
    });
    expect(await releasing).toBe('hold-was-paid');
    await expectStatus(reservation, 'active');
  });
});

describe('the money for a hold', () => {
  test('confirms and charges it and tells the driver, also when its ten minutes are over and nobody freed it', async () => {
    const { reservation, payment } = await holdAndBegin();
    expect(payment).toMatchObject({ amount: 10, tax: 1.53, currency: 'USD', state: 'pending' });
    await money.endHold(sql, reservation);
    expect(await money.capture(sql, payment)).toBe('captured');
    await expectStatus(reservation, 'active');
    expect([await money.paidFor(sql, reservation), await money.balanceOf(sql, cast.ana)]).toEqual([
      { paid: 10, tax: 1.53 },
      0,
    ]);
    expect(await kindsToldTo(cast.ana)).toEqual(['confirmed']);
    await expectPayment(payment, { state: 'captured', served: true });
    // A decline after that changes nothing.
    await money.close(sql, payment, 'declined');
    await expectStatus(reservation, 'active');
  });

  test.each<[string, (held: Reservation, payment: money.Payment) => Promise<unknown>]>([
    [
      'lapsed by time',
      async (held) => {
        await money.endHold(sql, held);
        await sql`select private.run_due_work()`;
      },
    ],
    ['was given up by its driver', (held) => release(cast.ana, held)],
    ['was declined before', (_, payment) => money.close(sql, payment)],
  ])('that %s confirms it later while its space is free', async (_, end) => {
    const { reservation, payment } = await holdAndBegin();
    await end(reservation, payment);
    await expectStatus(reservation, 'lapsed');
    expect(await money.capture(sql, payment)).toBe('captured');
    await expectStatus(reservation, 'active');
    expect(await money.paidFor(sql, reservation)).toMatchObject({ paid: 10 });
  });

  const takeSpace: Record<string, (reservation: Reservation) => Promise<unknown>> = {
    'somebody else booked it': bookAsBeto,
    'the operator took it out of service': closeSpace,
    'the space is gone': async (reservation) => {
      await money.moveReservation(sql, reservation, -1);
      await sql`delete from public.parking_spaces where id = ${space.spaceId}`;
    },
    'the stay is over': (reservation) => money.moveReservation(sql, reservation, -4),
    'much of the stay went by': (reservation) => money.moveReservation(sql, reservation, -1.5),
    'the driver booked another space since': async () =>
      money.book(sql, cast.ana, { ...(await createSpace(sql, { hourlyRate: 0 })), ...WHEN }),
  };
  test.each(Object.entries(takeSpace))('that comes late goes back to its source when %s', async (_, take) => {
    const { reservation, payment } = await holdAndBegin();
    await release(cast.ana, reservation);
    await expectPayment(payment, { state: 'abandoned' });
    await take(reservation);
    expect(await money.capture(sql, payment)).toBe('captured');
    await expectStatus(reservation, 'lapsed');
    await expectPayment(payment, { state: 'refunding', served: false });
    expect(await money.refundsOf(sql, payment)).toMatchObject([{ amount: '10.00', state: 'requested' }]);
    expect(await money.balanceOf(sql, cast.ana)).toBe(0);
  });

  test('goes back when its ten minutes were over and the driver has booked another space for the vehicle', async () => {
    const { reservation, payment } = await holdAndBegin();
    await money.endHold(sql, reservation);
    await money.book(sql, cast.ana, { ...(await createSpace(sql, { hourlyRate: 0 })), ...WHEN });
    await money.capture(sql, payment);
    await expectPayment(payment, { state: 'refunding', served: false });
    await sql`select private.run_due_work()`;
    await expectStatus(reservation, 'lapsed');
  });

  test.each(['declined', 'abandoned'])(
    'that is %s frees the space, once no other payment is under way',
    async (state) => {
      const { reservation, payment } = await holdAndBegin();
      const second = await money.beginPayment(sql, cast.ana, { purpose: 'reservation', reservation: reservation.id });
      await money.close(sql, payment, state);
      await expectStatus(reservation, 'held');
      await money.close(sql, second, 'abandoned');
      await expectStatus(reservation, 'lapsed');
    },
  );

  test('of two payments is charged once, and the other goes back', async () => {
    const { reservation, payment } = await holdAndBegin();
    const second = await money.startPayment(sql, cast.ana, { purpose: 'reservation', reservation: reservation.id });
    await Promise.all([money.capture(sql, payment), money.capture(sql, second)]);
    const states = await Promise.all([payment, second].map(async ({ id }) => (await money.readPayment(sql, id)).state));
    expect(states.toSorted()).toEqual(['captured', 'refunding']);
    expect(await money.paidFor(sql, reservation)).toMatchObject({ paid: 10 });
  });

  test('goes back when the account was deleted', async () => {
    const { reservation, payment } = await holdAndBegin();
    await money.leave(sql, cast.ana);
    await expectStatus(reservation, 'lapsed');
    expect(await money.capture(sql, payment, { cause: 'webhook' })).toBe('captured');
    await expectPayment(payment, { state: 'refunding', served: false, user_id: null });
    expect(await money.refundsOf(sql, payment)).toMatchObject([{ amount: '10.00' }]);
  });
});

test('unpaid holds are so many in an hour; a paid one does not count', async () => {
  const holdAt = (from: number) => money.book(sql, cast.ana, { ...space, from, to: from + 1, method: 'card' });
  await sql`update private.limits set unpaid_holds_per_hour = 2`;
  const { payment } = await money.holdAndPay(sql, cast.ana, { ...space, from: 1, to: 2 });
  await money.capture(sql, payment);
  await release(cast.ana, await holdAt(3));
  await holdAt(5);
  expect(await problemOf(holdAt(7))).toBe('too-many-unpaid-holds');
  await money.fillWallet(sql, cast.ana, 5);
  await money.book(sql, cast.ana, { ...space, from: 7, to: 8 });
});
