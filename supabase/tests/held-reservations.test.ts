import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Actor, as, type Cast, createSpace, refusalOf, SERVICE } from './as.ts';
import { extend, problemOf, readReservation } from './changes-world.ts';
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
  type MoneyWorld,
  moveReservation,
  type NewPayment,
  type PaidReservation,
  paidFor,
  readPaidReservation,
  readPayment,
  refundsOf,
} from './money-world.ts';
import { setUpMoney } from './set-up-money.ts';

// A reservation that is paid by card or PayPal holds its space until the money is there. The space costs 5 an hour.

let world: MoneyWorld;
let cast: Cast;
let spaceId: string;
setUpMoney(async (fresh) => {
  ({ world, cast, spaceId } = fresh);
  await fillWallet(world.sql, cast.beto, 100);
});

const WHEN = { from: 1, to: 3 };
const statusOf = async ({ id }: { id: string }) => (await readPaidReservation(world.sql, id)).status;
const release = (actor: Actor, { id }: { id: string }) =>
  as(world.sql, actor, (tx) => tx`select public.release_hold(${id})`.execute());
const bookAsBeto = () => book(world.sql, cast.beto, { spaceId, ...WHEN });
/** What work fails with: the key of its problem, else its SQLSTATE, else null. */
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { hint?: string; code: string }) => error.hint ?? error.code,
  );
const TAKEN = '23P01';

const notificationsOf = async (actor: Actor) => {
  const rows = await world.sql<{ kind: string }[]>`
    select distinct kind from public.notifications where user_id = ${actor.id}`;
  return rows.map(({ kind }) => kind);
};

test('a hold takes its space for ten minutes, costs nothing yet and tells nobody', async () => {
  const held = await book(world.sql, cast.ana, { spaceId, ...WHEN, method: 'card' });
  expect(held).toMatchObject({ status: 'held', payment_method: 'card', total_amount: '10.00' });
  expect((held.held_until?.getTime() ?? 0) - Date.now()).toBeGreaterThan(9 * 60_000);
  expect((held.held_until?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(10 * 60_000);
  expect(await outcomeOf(bookAsBeto())).toBe(TAKEN);
  expect(await notificationsOf(cast.ana)).toEqual([]);
  expect(await paidFor(world.sql, held)).toEqual({ paid: 0, tax: 0 });
  const [taken] = await world.sql`select * from public.space_occupancy where parking_space_id = ${spaceId}`;
  expect(taken).toMatchObject({ status: 'held' });
});

test('a driver cannot name another state than the payment allows', async () => {
  const wanted = { spaceId, ...WHEN, method: 'card' } as const;
  for (const status of ['lapsed', 'completed', 'cancelled', 'expired']) {
    expect(['42501', 'reservation-not-begun', '23514']).toContain(
      await problemOf(book(world.sql, cast.ana, { ...wanted, status })),
    );
  }
  // Whoever names the state of a hold without paying by card pays from the wallet.
  expect(await problemOf(book(world.sql, cast.ana, { ...wanted, method: 'wallet', status: 'held' }))).toBe(
    'wallet-too-low',
  );
});

test('a driver makes no hold active, cancels, extends or moves none', async () => {
  // The wallet would do, so that only the rule is in the way.
  await fillWallet(world.sql, cast.ana, 100);
  const held = await book(world.sql, cast.ana, { spaceId, from: -0.5, to: 1, method: 'card' });
  for (const actor of [cast.ana, cast.admin]) {
    for (const status of ['active', 'lapsed', 'cancelled', 'completed']) {
      const changed = await as(world.sql, actor, (tx) =>
        tx`update public.reservations set status = ${status} where id = ${held.id}`.execute(),
      );
      expect(changed.count).toBe(0);
    }
  }
  const owner = world.sql`update public.reservations set status = 'active' where id = ${held.id}`;
  expect(await refusalOf(owner)).toBe('23514');
  expect(await problemOf(cancel(world.sql, cast.ana, held))).toBe('reservation-changed');
  expect(await problemOf(extend(world.sql, cast.ana, await readReservation(world.sql, held.id), 1))).toBe(
    'reservation-changed',
  );
  expect(await statusOf(held)).toBe('held');
});

test('due work frees a hold whose time is over, and one that is in time reservations', async () => {
  const held = await book(world.sql, cast.ana, { spaceId, ...WHEN, method: 'card' });
  await world.sql`select public.run_due_work()`;
  expect(await statusOf(held)).toBe('held');
  await endHold(world.sql, held);
  await world.sql`select public.run_due_work()`;
  expect(await statusOf(held)).toBe('lapsed');
  expect(await outcomeOf(bookAsBeto())).toBeNull();
});

test('whoever books next frees a hold whose time is over at once', async () => {
  const held = await book(world.sql, cast.ana, { spaceId, ...WHEN, method: 'card' });
  await endHold(world.sql, held);
  expect(await outcomeOf(bookAsBeto())).toBeNull();
  expect(await statusOf(held)).toBe('lapsed');
});

test('of many who book at the end of a hold one gets the space, and nobody waits for a deadlock', async () => {
  const held = await book(world.sql, cast.ana, { spaceId, ...WHEN, method: 'card' });
  await endHold(world.sql, held);
  const outcomes = await Promise.all([
    ...Array.from({ length: 6 }, () => outcomeOf(bookAsBeto())),
    outcomeOf(world.sql`select public.run_due_work()`),
    outcomeOf(release(cast.ana, held)),
  ]);
  expect(outcomes).not.toContain('40P01');
  const booked = await world.sql`
    select 1 from public.reservations where parking_space_id = ${spaceId} and status in ('active', 'held')`;
  expect(booked.length).toBeLessThanOrEqual(1);
});

test('a driver frees their own hold at once, and nobody else’s', async () => {
  const held = await book(world.sql, cast.ana, { spaceId, ...WHEN, method: 'paypal' });
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
  const { reservation, payment } = await holdAndPay(world.sql, cast.ana, { spaceId, ...WHEN });
  let releasing: Promise<string | null> | undefined;
  await world.sql.begin(async (tx) => {
    await tx`
      select public.capture_payment(${payment.id}, ${payment.amount}, ${payment.currency}, ${`capture ${payment.id}`}, 'check')`;
    releasing = outcomeOf(release(cast.ana, reservation));
    await expect
      .poll(
        () => world.sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
  });
  expect(await releasing).toBe('hold-was-paid');
  expect(await statusOf(reservation)).toBe('active');
});

test('a payment that begins while its hold is given up is told that the hold is over', async () => {
  const held = await book(world.sql, cast.ana, { spaceId, ...WHEN, method: 'card' });
  const payment = await beginPayment(world.sql, cast.ana, { purpose: 'reservation', reservation: held.id });
  const start = () => as(world.sql, SERVICE, (tx) => tx`select public.start_payment(${payment.id}, 'ORDER')`.execute());
  let starting: Promise<string | null> | undefined;
  await as(world.sql, cast.ana, async (tx) => {
    await tx`select public.release_hold(${held.id})`;
    starting = outcomeOf(start());
    await expect
      .poll(
        () => world.sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
  });
  expect(await starting).toBe('hold-is-over');
  expect(await statusOf(held)).toBe('lapsed');
});

test('a driver with a second factor frees no hold with the password alone', async () => {
  const held = await book(world.sql, cast.ana, { spaceId, ...WHEN, method: 'card' });
  await world.sql`
    insert into auth.mfa_factors (user_id, factor_type, status, secret) values (${cast.ana.id}, 'totp', 'verified', 'sealed')`;
  expect(await refusalOf(release(cast.ana, held))).toBe('42501');
  expect(await statusOf(held)).toBe('held');
});

test('the captured payment confirms the hold, charges it and tells the driver', async () => {
  const { reservation, payment } = await holdAndPay(world.sql, cast.ana, { spaceId, ...WHEN });
  expect(payment).toMatchObject({ amount: 10, tax: 1.53, currency: 'USD', state: 'pending' });
  expect(await capture(world.sql, payment)).toBe('captured');
  expect(await statusOf(reservation)).toBe('active');
  expect(await paidFor(world.sql, reservation)).toEqual({ paid: 10, tax: 1.53 });
  expect(await balanceOf(world.sql, cast.ana)).toBe(0);
  expect(await notificationsOf(cast.ana)).toEqual(['confirmed']);
  expect(await readPayment(world.sql, payment.id)).toMatchObject({ state: 'captured', served: true });
});

test('money in time confirms a hold whose ten minutes are over and that nobody freed', async () => {
  const { reservation, payment } = await holdAndPay(world.sql, cast.ana, { spaceId, ...WHEN });
  await endHold(world.sql, reservation);
  await capture(world.sql, payment);
  expect(await statusOf(reservation)).toBe('active');
});

test.each(['lapsed by time', 'released by the driver', 'declined before'])(
  'late money confirms a reservation whose space is still free: %s',
  async (reason) => {
    const { reservation, payment } = await holdAndPay(world.sql, cast.ana, { spaceId, ...WHEN });
    if (reason.startsWith('lapsed')) {
      await endHold(world.sql, reservation);
      await world.sql`select public.run_due_work()`;
    } else if (reason.startsWith('released')) await release(cast.ana, reservation);
    else await close(world.sql, payment);
    expect(await statusOf(reservation)).toBe('lapsed');
    expect(await capture(world.sql, payment, { cause: 'check' })).toBe('captured');
    expect(await statusOf(reservation)).toBe('active');
    expect(await paidFor(world.sql, reservation)).toMatchObject({ paid: 10 });
  },
);

const takeSpace: Record<string, (reservation: PaidReservation) => Promise<unknown>> = {
  'somebody else booked it': () => bookAsBeto(),
  'the operator took it out of service': () =>
    world.sql`update public.parking_spaces set status = 'maintenance' where id = ${spaceId}`,
  'the space is gone': async (reservation) => {
    await moveReservation(world.sql, reservation, -1);
    await world.sql`delete from public.parking_spaces where id = ${spaceId}`;
  },
  'the stay is over': (reservation) => moveReservation(world.sql, reservation, -4),
  'much of the stay went by': (reservation) => moveReservation(world.sql, reservation, -1.5),
  'the driver booked another space since': async () => {
    const { spaceId: free } = await createSpace(world.sql, { hourlyRate: 0 });
    await book(world.sql, cast.ana, { spaceId: free, ...WHEN });
  },
};
test.each(Object.entries(takeSpace))('late money goes back to its source when %s', async (_, take) => {
  const { reservation, payment } = await holdAndPay(world.sql, cast.ana, { spaceId, ...WHEN });
  await release(cast.ana, reservation);
  await take(reservation);
  expect(await capture(world.sql, payment, { cause: 'check' })).toBe('captured');
  expect(await statusOf(reservation)).toBe('lapsed');
  expect(await readPayment(world.sql, payment.id)).toMatchObject({ state: 'refunding', served: false });
  expect(await refundsOf(world.sql, payment)).toMatchObject([{ amount: '10.00', state: 'requested' }]);
  expect(await balanceOf(world.sql, cast.ana)).toBe(0);
});

test('a hold whose reservation is over is not confirmed', async () => {
  const { reservation, payment } = await holdAndPay(world.sql, cast.ana, { spaceId, ...WHEN });
  await moveReservation(world.sql, reservation, -4);
  await capture(world.sql, payment);
  expect(await statusOf(reservation)).toBe('held');
  expect(await readPayment(world.sql, payment.id)).toMatchObject({ state: 'refunding', served: false });
});

test('a hold whose space went out of service is not confirmed', async () => {
  const { reservation, payment } = await holdAndPay(world.sql, cast.ana, { spaceId, ...WHEN });
  await world.sql`update public.parking_spaces set status = 'maintenance' where id = ${spaceId}`;
  await capture(world.sql, payment);
  expect(await statusOf(reservation)).toBe('held');
  expect(await readPayment(world.sql, payment.id)).toMatchObject({ state: 'refunding', served: false });
});

test('who gives a hold up leaves its payment', async () => {
  const { reservation, payment } = await holdAndPay(world.sql, cast.ana, { spaceId, ...WHEN });
  await release(cast.ana, reservation);
  expect(await readPayment(world.sql, payment.id)).toMatchObject({ state: 'abandoned' });
});

test('a hold is paid in the way it was made for', async () => {
  const { reservation } = await holdAndPay(world.sql, cast.ana, { spaceId, ...WHEN });
  const other: NewPayment = { purpose: 'reservation', method: 'paypal', reservation: reservation.id };
  expect(await problemOf(beginPayment(world.sql, cast.ana, other))).toBe('reservation-changed');
});

test('a decline frees the space at once, and an abandoned payment too', async () => {
  for (const state of ['declined', 'abandoned']) {
    const { reservation, payment } = await holdAndPay(world.sql, cast.ana, { spaceId, ...WHEN });
    await close(world.sql, payment, state);
    expect(await statusOf(reservation)).toBe('lapsed');
  }
  expect(await outcomeOf(bookAsBeto())).toBeNull();
});

test('a decline keeps the hold while another payment for it is under way', async () => {
  const { reservation, payment } = await holdAndPay(world.sql, cast.ana, { spaceId, ...WHEN });
  const second = await beginPayment(world.sql, cast.ana, { purpose: 'reservation', reservation: reservation.id });
  await close(world.sql, payment);
  expect(await statusOf(reservation)).toBe('held');
  await close(world.sql, second, 'abandoned');
  expect(await statusOf(reservation)).toBe('lapsed');
});

test('a decline after the reservation is paid changes nothing', async () => {
  const { reservation, payment } = await holdAndPay(world.sql, cast.ana, { spaceId, ...WHEN });
  await capture(world.sql, payment);
  await close(world.sql, payment, 'declined');
  expect(await statusOf(reservation)).toBe('active');
  expect(await readPayment(world.sql, payment.id)).toMatchObject({ state: 'captured' });
});

test('a hold that is paid by two payments is charged once, and the other goes back', async () => {
  const { reservation, payment } = await holdAndPay(world.sql, cast.ana, { spaceId, ...WHEN });
  const second = await holdSecond(reservation);
  await Promise.all([capture(world.sql, payment), capture(world.sql, second)]);
  const states = [await readPayment(world.sql, payment.id), await readPayment(world.sql, second.id)];
  expect(states.map(({ state }) => state).toSorted()).toEqual(['captured', 'refunding']);
  expect(await paidFor(world.sql, reservation)).toMatchObject({ paid: 10 });
});

async function holdSecond({ id }: PaidReservation) {
  const second = await beginPayment(world.sql, cast.ana, { purpose: 'reservation', reservation: id });
  await world.sql`select public.start_payment(${second.id}, ${randomUUID()})`;
  return readPayment(world.sql, second.id);
}

test('a day has so many unpaid holds', async () => {
  await world.sql`update private.limits set unpaid_holds_per_day = 1`;
  try {
    const reservation = await book(world.sql, cast.ana, { spaceId, from: 3, to: 4, method: 'card' });
    await release(cast.ana, reservation);
    await world.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update public.reservations set created_at = now() - interval '20 hours' where id = ${reservation.id}`;
    });
    const second = book(world.sql, cast.ana, { spaceId, from: 5, to: 6, method: 'card' });
    expect(await problemOf(second)).toBe('too-many-unpaid-holds');
  } finally {
    await world.sql`update private.limits set unpaid_holds_per_day = 10000`;
  }
});

test('an hour has so many unpaid holds; a paid one does not count', async () => {
  await world.sql`update private.limits set unpaid_holds_per_hour = 2`;
  try {
    const { payment } = await holdAndPay(world.sql, cast.ana, { spaceId, from: 1, to: 2 });
    await capture(world.sql, payment);
    await release(cast.ana, await book(world.sql, cast.ana, { spaceId, from: 3, to: 4, method: 'card' }));
    await book(world.sql, cast.ana, { spaceId, from: 5, to: 6, method: 'paypal' });
    const third = book(world.sql, cast.ana, { spaceId, from: 7, to: 8, method: 'card' });
    expect(await problemOf(third)).toBe('too-many-unpaid-holds');
    await fillWallet(world.sql, cast.ana, 5);
    expect(await outcomeOf(book(world.sql, cast.ana, { spaceId, from: 7, to: 8 }))).toBeNull();
  } finally {
    await world.sql`update private.limits set unpaid_holds_per_hour = 1000`;
  }
});

test('holds that are made at once do not exceed the limit', async () => {
  await world.sql`update private.limits set unpaid_holds_per_hour = 3`;
  try {
    const spaces = await Promise.all(Array.from({ length: 8 }, () => createSpace(world.sql)));
    const outcomes = await Promise.all(
      spaces.map((space) => outcomeOf(book(world.sql, cast.ana, { ...space, ...WHEN, method: 'card' }))),
    );
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(3);
  } finally {
    await world.sql`update private.limits set unpaid_holds_per_hour = 1000`;
  }
});

test('deleting the account frees what is held, and the money that comes then goes back', async () => {
  const { reservation, payment } = await holdAndPay(world.sql, cast.ana, { spaceId, ...WHEN });
  await leave(world.sql, cast.ana);
  expect(await statusOf(reservation)).toBe('lapsed');
  expect(await capture(world.sql, payment, { cause: 'webhook' })).toBe('captured');
  expect(await readPayment(world.sql, payment.id)).toMatchObject({ state: 'refunding', served: false, user_id: null });
  expect(await refundsOf(world.sql, payment)).toMatchObject([{ amount: '10.00' }]);
});

test('money that comes while the account is being deleted is kept or goes back, without a deadlock', async () => {
  const { payment } = await holdAndPay(world.sql, cast.ana, { spaceId, ...WHEN });
  const outcomes = await Promise.all([
    outcomeOf(capture(world.sql, payment)),
    outcomeOf(leave(world.sql, cast.ana)),
    outcomeOf(close(world.sql, payment)),
  ]);
  expect(outcomes).toEqual([null, null, null]);
});
