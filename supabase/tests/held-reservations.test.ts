import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type Actor, as, createSpace, problemOf, refusalOf, SERVICE, withoutRules } from './as.ts';
import { extend, readReservation } from './changes-world.ts';
import {
  balanceOf,
  beginPayment,
  book,
  cancel,
  capture,
  close,
  endHold,
  fillWallet,
  holdAndPay,
  leave,
  moveReservation,
  type NewPayment,
  type PaidReservation,
  paidFor,
  readPaidReservation,
  readPayment,
  refundsOf,
} from './money-world.ts';
import { openMoney } from './world.ts';

// A reservation that is paid by card or PayPal holds its space until the money is there. The space costs 5 an hour.

const { sql, cast, space } = await openMoney();
beforeEach(async () => {
  await fillWallet(sql, cast.beto, 100);
});

const WHEN = { from: 1, to: 3 };
const statusOf = async ({ id }: { id: string }) => (await readPaidReservation(sql, id)).status;
const release = (actor: Actor, { id }: { id: string }) => as(sql, actor)`select public.release_hold(${id})`;
const bookAsBeto = () => book(sql, cast.beto, { ...space, ...WHEN });
/** What work fails with: the key of its problem, else its SQLSTATE, else null. */
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { hint?: string; code: string }) => error.hint ?? error.code,
  );
const TAKEN = '23P01';

const notificationsOf = async (actor: Actor) => {
  const rows = await sql<{ kind: string }[]>`
    select distinct kind from public.notifications where user_id = ${actor.id}`;
  return rows.map(({ kind }) => kind);
};

test('a hold takes its space for ten minutes, costs nothing yet and tells nobody', async () => {
  const held = await book(sql, cast.ana, { ...space, ...WHEN, method: 'card' });
  expect(held).toMatchObject({ status: 'held', payment_method: 'card', total_amount: '10.00' });
  expect((held.held_until?.getTime() ?? 0) - Date.now()).toBeGreaterThan(9 * 60_000);
  expect((held.held_until?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(10 * 60_000);
  expect(await outcomeOf(bookAsBeto())).toBe(TAKEN);
  expect(await notificationsOf(cast.ana)).toEqual([]);
  expect(await paidFor(sql, held)).toEqual({ paid: 0, tax: 0 });
  const [taken] = await sql`select * from public.space_occupancy where parking_space_id = ${space.spaceId}`;
  expect(taken).toMatchObject({ status: 'held' });
});

test('a driver cannot name another state than the payment allows', async () => {
  const wanted = { ...space, ...WHEN, method: 'card' } as const;
  for (const status of ['lapsed', 'completed', 'cancelled', 'expired']) {
    expect(['42501', 'reservation-not-begun', '23514']).toContain(
      await problemOf(book(sql, cast.ana, { ...wanted, status })),
    );
  }
  // Whoever names the state of a hold without paying by card pays from the wallet.
  expect(await problemOf(book(sql, cast.ana, { ...wanted, method: 'wallet', status: 'held' }))).toBe('wallet-too-low');
});

test('a driver makes no hold active, cancels, extends or moves none', async () => {
  // The wallet would do, so that only the rule is in the way.
  await fillWallet(sql, cast.ana, 100);
  const held = await book(sql, cast.ana, { ...space, from: -0.5, to: 1, method: 'card' });
  for (const actor of [cast.ana, cast.admin]) {
    for (const status of ['active', 'lapsed', 'cancelled', 'completed']) {
      const changed = await as(sql, actor)`update public.reservations set status = ${status} where id = ${held.id}`;
      expect(changed.count).toBe(0);
    }
  }
  const owner = sql`update public.reservations set status = 'active' where id = ${held.id}`;
  expect(await refusalOf(owner)).toBe('23514');
  expect(await problemOf(cancel(sql, cast.ana, held))).toBe('reservation-changed');
  expect(await problemOf(extend(sql, cast.ana, await readReservation(sql, held.id), 1))).toBe('reservation-changed');
  expect(await statusOf(held)).toBe('held');
});

test('due work frees a hold whose time is over, and one that is in time reservations', async () => {
  const held = await book(sql, cast.ana, { ...space, ...WHEN, method: 'card' });
  await sql`select public.run_due_work()`;
  expect(await statusOf(held)).toBe('held');
  await endHold(sql, held);
  await sql`select public.run_due_work()`;
  expect(await statusOf(held)).toBe('lapsed');
  expect(await outcomeOf(bookAsBeto())).toBeNull();
});

test('whoever books next frees a hold whose time is over at once', async () => {
  const held = await book(sql, cast.ana, { ...space, ...WHEN, method: 'card' });
  await endHold(sql, held);
  expect(await outcomeOf(bookAsBeto())).toBeNull();
  expect(await statusOf(held)).toBe('lapsed');
});

test('of many who book at the end of a hold one gets the space, and nobody waits for a deadlock', async () => {
  const held = await book(sql, cast.ana, { ...space, ...WHEN, method: 'card' });
  await endHold(sql, held);
  const outcomes = await Promise.all([
    ...Array.from({ length: 6 }, () => outcomeOf(bookAsBeto())),
    outcomeOf(sql`select public.run_due_work()`),
    outcomeOf(release(cast.ana, held)),
  ]);
  expect(outcomes).not.toContain('40P01');
  const booked = await sql`
    select 1 from public.reservations where parking_space_id = ${space.spaceId} and status in ('active', 'held')`;
  expect(booked.length).toBeLessThanOrEqual(1);
});

test('a driver frees their own hold at once, and nobody else’s', async () => {
  const held = await book(sql, cast.ana, { ...space, ...WHEN, method: 'paypal' });
  await release(cast.beto, held);
  await release(cast.admin, held);
  expect(await statusOf(held)).toBe('held');
  await release(cast.ana, held);
  expect(await statusOf(held)).toBe('lapsed');
  await release(cast.ana, held);
  await release(cast.ana, { id: randomUUID() });
  expect(await outcomeOf(bookAsBeto())).toBeNull();
});

test('who gives a hold up that is being paid is told that it was paid, and the payment stands', async () => {
  const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...space, ...WHEN });
  let releasing: Promise<string | null> | undefined;
  await sql.begin(async (tx) => {
    await tx`
      select public.capture_payment(${payment.id}, ${payment.amount}, ${payment.currency}, ${`capture ${payment.id}`}, 'check')`;
    releasing = outcomeOf(release(cast.ana, reservation));
    await expect
      .poll(
        () => sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
  });
  expect(await releasing).toBe('hold-was-paid');
  expect(await statusOf(reservation)).toBe('active');
});

test('a payment that begins while its hold is given up is told that the hold is over', async () => {
  const held = await book(sql, cast.ana, { ...space, ...WHEN, method: 'card' });
  const payment = await beginPayment(sql, cast.ana, { purpose: 'reservation', reservation: held.id });
  const start = () => as(sql, SERVICE)`select public.start_payment(${payment.id}, 'ORDER')`;
  let starting: Promise<string | null> | undefined;
  await as(sql, cast.ana, async (tx) => {
    await tx`select public.release_hold(${held.id})`;
    starting = outcomeOf(start());
    await expect
      .poll(
        () => sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
  });
  expect(await starting).toBe('hold-is-over');
  expect(await statusOf(held)).toBe('lapsed');
});

test('the captured payment confirms the hold, charges it and tells the driver', async () => {
  const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...space, ...WHEN });
  expect(payment).toMatchObject({ amount: 10, tax: 1.53, currency: 'USD', state: 'pending' });
  expect(await capture(sql, payment)).toBe('captured');
  expect(await statusOf(reservation)).toBe('active');
  expect(await paidFor(sql, reservation)).toEqual({ paid: 10, tax: 1.53 });
  expect(await balanceOf(sql, cast.ana)).toBe(0);
  expect(await notificationsOf(cast.ana)).toEqual(['confirmed']);
  expect(await readPayment(sql, payment.id)).toMatchObject({ state: 'captured', served: true });
});

test('money in time confirms a hold whose ten minutes are over and that nobody freed', async () => {
  const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...space, ...WHEN });
  await endHold(sql, reservation);
  await capture(sql, payment);
  expect(await statusOf(reservation)).toBe('active');
});

test.each(['lapsed by time', 'released by the driver', 'declined before'])(
  'late money confirms a reservation whose space is still free: %s',
  async (reason) => {
    const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...space, ...WHEN });
    if (reason.startsWith('lapsed')) {
      await endHold(sql, reservation);
      await sql`select public.run_due_work()`;
    } else if (reason.startsWith('released')) await release(cast.ana, reservation);
    else await close(sql, payment);
    expect(await statusOf(reservation)).toBe('lapsed');
    expect(await capture(sql, payment, { cause: 'check' })).toBe('captured');
    expect(await statusOf(reservation)).toBe('active');
    expect(await paidFor(sql, reservation)).toMatchObject({ paid: 10 });
  },
);

const takeSpace: Record<string, (reservation: PaidReservation) => Promise<unknown>> = {
  'somebody else booked it': () => bookAsBeto(),
  'the operator took it out of service': () =>
    sql`update public.parking_spaces set status = 'maintenance' where id = ${space.spaceId}`,
  'the space is gone': async (reservation) => {
    await moveReservation(sql, reservation, -1);
    await sql`delete from public.parking_spaces where id = ${space.spaceId}`;
  },
  'the stay is over': (reservation) => moveReservation(sql, reservation, -4),
  'much of the stay went by': (reservation) => moveReservation(sql, reservation, -1.5),
  'the driver booked another space since': async () => {
    const { spaceId: free } = await createSpace(sql, { hourlyRate: 0 });
    await book(sql, cast.ana, { spaceId: free, ...WHEN });
  },
};
test.each(Object.entries(takeSpace))('late money goes back to its source when %s', async (_, take) => {
  const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...space, ...WHEN });
  await release(cast.ana, reservation);
  await take(reservation);
  expect(await capture(sql, payment, { cause: 'check' })).toBe('captured');
  expect(await statusOf(reservation)).toBe('lapsed');
  expect(await readPayment(sql, payment.id)).toMatchObject({ state: 'refunding', served: false });
  expect(await refundsOf(sql, payment)).toMatchObject([{ amount: '10.00', state: 'requested' }]);
  expect(await balanceOf(sql, cast.ana)).toBe(0);
});

test('a hold whose reservation is over is not confirmed', async () => {
  const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...space, ...WHEN });
  await moveReservation(sql, reservation, -4);
  await capture(sql, payment);
  expect(await statusOf(reservation)).toBe('held');
  expect(await readPayment(sql, payment.id)).toMatchObject({ state: 'refunding', served: false });
});

test('a hold whose space went out of service is not confirmed', async () => {
  const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...space, ...WHEN });
  await sql`update public.parking_spaces set status = 'maintenance' where id = ${space.spaceId}`;
  await capture(sql, payment);
  expect(await statusOf(reservation)).toBe('held');
  expect(await readPayment(sql, payment.id)).toMatchObject({ state: 'refunding', served: false });
});

test('who gives a hold up leaves its payment', async () => {
  const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...space, ...WHEN });
  await release(cast.ana, reservation);
  expect(await readPayment(sql, payment.id)).toMatchObject({ state: 'abandoned' });
});

test('a hold is paid in the way it was made for', async () => {
  const { reservation } = await holdAndPay(sql, cast.ana, { ...space, ...WHEN });
  const other: NewPayment = { purpose: 'reservation', method: 'paypal', reservation: reservation.id };
  expect(await problemOf(beginPayment(sql, cast.ana, other))).toBe('reservation-changed');
});

test('a decline frees the space at once, and an abandoned payment too', async () => {
  for (const state of ['declined', 'abandoned']) {
    const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...space, ...WHEN });
    await close(sql, payment, state);
    expect(await statusOf(reservation)).toBe('lapsed');
  }
  expect(await outcomeOf(bookAsBeto())).toBeNull();
});

test('a decline keeps the hold while another payment for it is under way', async () => {
  const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...space, ...WHEN });
  const second = await beginPayment(sql, cast.ana, { purpose: 'reservation', reservation: reservation.id });
  await close(sql, payment);
  expect(await statusOf(reservation)).toBe('held');
  await close(sql, second, 'abandoned');
  expect(await statusOf(reservation)).toBe('lapsed');
});

test('a decline after the reservation is paid changes nothing', async () => {
  const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...space, ...WHEN });
  await capture(sql, payment);
  await close(sql, payment, 'declined');
  expect(await statusOf(reservation)).toBe('active');
  expect(await readPayment(sql, payment.id)).toMatchObject({ state: 'captured' });
});

test('a hold that is paid by two payments is charged once, and the other goes back', async () => {
  const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...space, ...WHEN });
  const second = await holdSecond(reservation);
  await Promise.all([capture(sql, payment), capture(sql, second)]);
  const states = [await readPayment(sql, payment.id), await readPayment(sql, second.id)];
  expect(states.map(({ state }) => state).toSorted()).toEqual(['captured', 'refunding']);
  expect(await paidFor(sql, reservation)).toMatchObject({ paid: 10 });
});

async function holdSecond({ id }: PaidReservation) {
  const second = await beginPayment(sql, cast.ana, { purpose: 'reservation', reservation: id });
  await sql`select public.start_payment(${second.id}, ${randomUUID()})`;
  return readPayment(sql, second.id);
}

test('a day has so many unpaid holds', async () => {
  await sql`update private.limits set unpaid_holds_per_day = 1`;
  try {
    const reservation = await book(sql, cast.ana, { ...space, from: 3, to: 4, method: 'card' });
    await release(cast.ana, reservation);
    await withoutRules(
      sql,
    )`update public.reservations set created_at = now() - interval '20 hours' where id = ${reservation.id}`;
    const second = book(sql, cast.ana, { ...space, from: 5, to: 6, method: 'card' });
    expect(await problemOf(second)).toBe('too-many-unpaid-holds');
  } finally {
    await sql`update private.limits set unpaid_holds_per_day = 10000`;
  }
});

test('an hour has so many unpaid holds; a paid one does not count', async () => {
  await sql`update private.limits set unpaid_holds_per_hour = 2`;
  try {
    const { payment } = await holdAndPay(sql, cast.ana, { ...space, from: 1, to: 2 });
    await capture(sql, payment);
    await release(cast.ana, await book(sql, cast.ana, { ...space, from: 3, to: 4, method: 'card' }));
    await book(sql, cast.ana, { ...space, from: 5, to: 6, method: 'paypal' });
    const third = book(sql, cast.ana, { ...space, from: 7, to: 8, method: 'card' });
    expect(await problemOf(third)).toBe('too-many-unpaid-holds');
    await fillWallet(sql, cast.ana, 5);
    expect(await outcomeOf(book(sql, cast.ana, { ...space, from: 7, to: 8 }))).toBeNull();
  } finally {
    await sql`update private.limits set unpaid_holds_per_hour = 1000`;
  }
});

test('holds that are made at once do not exceed the limit', async () => {
  await sql`update private.limits set unpaid_holds_per_hour = 3`;
  try {
    const spaces = await Promise.all(Array.from({ length: 8 }, () => createSpace(sql)));
    const outcomes = await Promise.all(
      spaces.map((space) => outcomeOf(book(sql, cast.ana, { ...space, ...WHEN, method: 'card' }))),
    );
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(3);
  } finally {
    await sql`update private.limits set unpaid_holds_per_hour = 1000`;
  }
});

test('deleting the account frees what is held, and the money that comes then goes back', async () => {
  const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...space, ...WHEN });
  await leave(sql, cast.ana);
  expect(await statusOf(reservation)).toBe('lapsed');
  expect(await capture(sql, payment, { cause: 'webhook' })).toBe('captured');
  expect(await readPayment(sql, payment.id)).toMatchObject({ state: 'refunding', served: false, user_id: null });
  expect(await refundsOf(sql, payment)).toMatchObject([{ amount: '10.00' }]);
});

test('money that comes while the account is being deleted is kept or goes back, without a deadlock', async () => {
  const { payment } = await holdAndPay(sql, cast.ana, { ...space, ...WHEN });
  const outcomes = await Promise.all([
    outcomeOf(capture(sql, payment)),
    outcomeOf(leave(sql, cast.ana)),
    outcomeOf(close(sql, payment)),
  ]);
  expect(outcomes).toEqual([null, null, null]);
});
