import { pino } from 'pino';
import type { Sql } from 'postgres';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import { as, createPastReservation, createSpace, problemOf } from './as.ts';
import { book, fillWallet, readPaidReservation, reserveForDriver } from './money-world.ts';
import { openMoney } from './world.ts';

// The reservations file says in which order transactions take their locks. Each of these pairs waited for the other in a
// circle where one of them took another order.

const { sql, cast } = await openMoney();
const [{ name = '' } = {}] = await sql<{ name: string }[]>`select current_database() as name`;
/** Sees who waits while the others are busy. */
const observer = openOwnerPool({ ...inject('postgres'), database: name }, pino({ level: 'silent' }), { max: 1 });
afterAll(() => observer.end());
beforeEach(async () => {
  for (const driver of [cast.ana, cast.beto]) await fillWallet(sql, driver, 100);
});

const untilBlocked = (sessions: number) =>
  expect
    .poll(
      () => observer`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      { timeout: 15_000 },
    )
    .toHaveLength(sessions);

/** Starts each piece of work once the one before it waits, and lets all of them go on when the lock is given back. */
async function whileLocked<T>(lock: (tx: Sql) => Promise<unknown>, work: readonly (() => Promise<T>)[]) {
  const started: Promise<PromiseSettledResult<T>[]>[] = [];
  await sql.begin(async (tx) => {
    await lock(tx as unknown as Sql);
    for (const [index, begin] of work.entries()) {
      started.push(Promise.allSettled([begin()]));
      await untilBlocked(index + 1);
    }
  });
  return (await Promise.all(started)).flat();
}

test('the scheduler leaves out who is busy, and an expired reservation is no activity of its driver', async () => {
  const { spaceId } = await createSpace(sql);
  const reservation = await createPastReservation(sql, cast.ana, { spaceId, endedHoursAgo: 26, status: 'active' });
  const readState = async () => {
    const [row] = await sql`
      select r.status, p.last_activity from public.reservations r join public.profiles p using (user_id) where r.id = ${reservation}`;
    return row;
  };
  const before = await readState();
  await sql.begin(async (tx) => {
    await tx`select private.lock_driver(${cast.ana.id})`;
    await sql`select public.expire_reservations()`;
    expect(await readState()).toEqual(before);
  });
  await sql`select public.expire_reservations()`;
  expect(await readState()).toEqual({ ...before, status: 'expired' });
});

test('a booking paid at the desk waits for the cancellation in its way before it locks the wallet', async () => {
  const { spaceId } = await createSpace(sql);
  const reservation = await book(sql, cast.ana, { spaceId, from: 5, to: 7 });
  const outcomes = await whileLocked<unknown>(
    (tx) => tx`select from public.profiles where user_id = ${cast.ana.id} for no key update`,
    [
      () =>
        problemOf(reserveForDriver(sql, cast.admin, cast.ana, { spaceId, from: 5, seenAmount: 10, paidAtDesk: 10 })),
      () => as(sql, cast.ana)`update public.reservations set status = 'cancelled' where id = ${reservation.id}`,
    ],
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect((await readPaidReservation(sql, reservation.id)).status).toBe('cancelled');
});
