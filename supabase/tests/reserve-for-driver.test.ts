import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import { type Actor, as, errorOf, problemOf, refusalOf } from './as.ts';
import { activityOf, createReservation, createZone, extend, readReservation } from './changes-world.ts';
import {
  balanceOf,
  cancel,
  fillWallet,
  type OperatorBooking,
  paidFor,
  reserveForDriver,
  sumOf,
} from './money-world.ts';
import { doDueWork, listReceipts } from './paid-reservations.ts';
import { openMoney } from './world.ts';

// The space costs 5 an hour, and a reservation takes two.

const { sql, cast, space } = await openMoney();
beforeEach(async () => {
  await writeInstallation(sql, { samples: false });
  await sql`update public.installation_settings set charges_drivers = true, cancellation_deadline_minutes = 0`;
});

const bookFor = (actor: Actor, booking: Partial<OperatorBooking> = {}, driver: Pick<Actor, 'id'> = cast.ana) =>
  reserveForDriver(sql, actor, driver, { ...space, seenAmount: 10, ...booking });
const countReservations = async () =>
  (await sql`select from public.reservations where parking_space_id = ${space.spaceId}`).count;
const vehicleOf = async ({ id }: Actor) => {
  const [row] = await sql<{ id: string; plate: string }[]>`
    select id, plate from public.vehicles where user_id = ${id}`;
  return row;
};
const walletEntriesOf = ({ id }: Actor) => sql<{ kind: string; amount: string; reason: string | null }[]>`
  select kind, amount, reason from public.wallet_entries where user_id = ${id} order by created_at`;

test('an administrator reserves for a driver, with the vehicle and the price of the wallet', async () => {
  await fillWallet(sql, cast.ana, 100);
  const vehicle = await vehicleOf(cast.ana);
  const reservation = await bookFor(cast.admin, { vehicleId: vehicle?.id ?? null });
  expect(reservation).toMatchObject({
    user_id: cast.ana.id,
    parking_space_id: space.spaceId,
    status: 'active',
    total_amount: '10.00',
    payment_method: 'wallet',
    vehicle_plate: vehicle?.plate,
  });
  expect(await balanceOf(sql, cast.ana)).toBe(90);
  expect((await paidFor(sql, reservation)).paid).toBe(10);
});

test('an administrator reserves in their own name too', async () => {
  await fillWallet(sql, cast.admin, 10);
  expect(await bookFor(cast.admin, {}, cast.admin)).toMatchObject({ user_id: cast.admin.id });
  expect(await balanceOf(sql, cast.admin)).toBe(0);
});

test('nobody reserves for a driver who is suspended or gone', async () => {
  expect(await problemOf(bookFor(cast.admin, {}, cast.suspended))).toBe('driver-suspended');
  expect(await problemOf(bookFor(cast.admin, {}, { id: randomUUID() }))).toBe('driver-gone');
  expect(await problemOf(bookFor(cast.admin, {}, { id: null }))).toBe('driver-gone');
  expect(await countReservations()).toBe(0);
});

describe('what the driver pays', () => {
  test('an empty wallet books nothing, and the administrator is told how much is missing', async () => {
    await fillWallet(sql, cast.ana, 4);
    expect(await errorOf(bookFor(cast.admin))).toMatchObject({ hint: 'wallet-too-low', detail: '6.00' });
    expect(await countReservations()).toBe(0);
    expect(await balanceOf(sql, cast.ana)).toBe(4);
  });

  test('what was paid at the desk goes into the wallet and the reservation is charged from it', async () => {
    await fillWallet(sql, cast.ana, 4);
    const cashBefore = await sumOf(sql, 'cash');
    const reservation = await bookFor(cast.admin, { paidAtDesk: 6 });
    expect(await balanceOf(sql, cast.ana)).toBe(0);
    expect((await walletEntriesOf(cast.ana)).slice(1)).toEqual([
      { kind: 'cash_payment', amount: '6.00', reason: 'Paid at the desk' },
      { kind: 'reservation', amount: '-10.00', reason: null },
    ]);
    expect(await sumOf(sql, 'cash')).toBeCloseTo(cashBefore - 6);
    expect((await paidFor(sql, reservation)).paid).toBe(10);
    const [entry] = await sql`
      select actor_id from public.ledger_transactions where key = ${`cash_payment ${reservation.id}`}`;
    expect(entry?.actor_id).toBe(cast.admin.id);
  });

  test('too little paid at the desk books nothing and leaves the wallet as it was', async () => {
    await fillWallet(sql, cast.ana, 4);
    expect(await errorOf(bookFor(cast.admin, { paidAtDesk: 5 }))).toMatchObject({ detail: '1.00' });
    expect(await balanceOf(sql, cast.ana)).toBe(4);
    expect(await walletEntriesOf(cast.ana)).toHaveLength(1);
  });

  test.each([0, -5, 1.005, 10.01, 1_000_001, 'NaN', 'Infinity'])('%s is no payment at the desk', async (paidAtDesk) => {
    await fillWallet(sql, cast.ana, 100);
    expect(await problemOf(bookFor(cast.admin, { paidAtDesk }))).toBe('amount-out-of-range');
    expect(await balanceOf(sql, cast.ana)).toBe(100);
  });

  test('a payment at the desk has a reason', async () => {
    for (const paidReason of [null, '  ', 'x'.repeat(301)]) {
      expect(await problemOf(bookFor(cast.admin, { paidAtDesk: 10, paidReason }))).toBe('reason-required');
    }
  });

  test('a driver is charged no more than the administrator saw', async () => {
    await fillWallet(sql, cast.ana, 100);
    for (const seenAmount of [9.99, 0, null]) {
      expect(await problemOf(bookFor(cast.admin, { seenAmount }))).toBe('price-changed');
    }
    expect(await balanceOf(sql, cast.ana)).toBe(100);
    expect(await bookFor(cast.admin, { seenAmount: 12 })).toMatchObject({ total_amount: '10.00' });
  });

  test('hours that are no whole minutes cost what the administrator saw', async () => {
    await fillWallet(sql, cast.ana, 100);
    expect(await bookFor(cast.admin, { hours: 1.01, seenAmount: 5.05 })).toMatchObject({ total_amount: '5.05' });
    expect(await bookFor(cast.admin, { from: 5, hours: 1.004, seenAmount: 5.02 })).toMatchObject({
      total_amount: '5.02',
    });
  });

  test('where drivers do not pay nothing is charged, and no cash is taken', async () => {
    await sql`update public.installation_settings set charges_drivers = false`;
    expect(await problemOf(bookFor(cast.admin, { paidAtDesk: 10 }))).toBe('price-changed');
    expect(await bookFor(cast.admin)).toMatchObject({ payment_method: null, total_amount: '10.00' });
    expect(await balanceOf(sql, cast.ana)).toBe(0);
  });

  test('with samples nothing is charged', async () => {
    await writeInstallation(sql, { samples: true });
    expect(await bookFor(cast.admin, { seenAmount: null })).toMatchObject({ payment_method: null });
    expect(await balanceOf(sql, cast.ana)).toBe(0);
  });

  test('who cancels in time gets it back in the wallet', async () => {
    const reservation = await bookFor(cast.admin, { paidAtDesk: 10 });
    await cancel(sql, cast.ana, reservation);
    expect(await balanceOf(sql, cast.ana)).toBe(10);
  });
});

describe('a repeat', () => {
  test('with the same key is the same reservation, charged and told once', async () => {
    const id = randomUUID();
    const reservation = await bookFor(cast.admin, { id, paidAtDesk: 10 });
    expect(await bookFor(cast.admin, { id, paidAtDesk: 10 })).toEqual(reservation);
    expect(await countReservations()).toBe(1);
    expect(await balanceOf(sql, cast.ana)).toBe(0);
    expect(await walletEntriesOf(cast.ana)).toHaveLength(2);
  });

  test('at the same moment is the same reservation too', async () => {
    await fillWallet(sql, cast.ana, 100);
    const id = randomUUID();
    const reservations = await Promise.all([bookFor(cast.admin, { id }), bookFor(cast.admin, { id })]);
    expect(reservations.map((reservation) => reservation.id)).toEqual([id, id]);
    expect(await balanceOf(sql, cast.ana)).toBe(90);
  });

  test('with the key of another driver’s reservation is none', async () => {
    await fillWallet(sql, cast.ana, 100);
    await fillWallet(sql, cast.beto, 100);
    const { id } = await bookFor(cast.admin);
    expect(await refusalOf(bookFor(cast.admin, { id, from: 5 }, cast.beto))).toBe('23505');
    expect(await balanceOf(sql, cast.beto)).toBe(100);
  });
});

describe('races', () => {
  test('of two administrators who want the space at once one gets it', async () => {
    await fillWallet(sql, cast.ana, 100);
    await fillWallet(sql, cast.beto, 100);
    const outcomes = await Promise.allSettled([bookFor(cast.admin), bookFor(cast.admin, {}, cast.beto)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const lost = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(lost?.reason).toMatchObject({ hint: 'space-taken' });
    expect(await countReservations()).toBe(1);
  });

  test('of two reservations at once that the wallet pays only one of, one is booked', async () => {
    await fillWallet(sql, cast.ana, 10);
    const [other = ''] = await createZone(sql, ['B-1']);
    const outcomes = await Promise.allSettled([bookFor(cast.admin), bookFor(cast.admin, { spaceId: other })]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await balanceOf(sql, cast.ana)).toBe(0);
  });
});

describe('the rules of a reservation', () => {
  test('a space that is taken, out of service or deleted takes no reservation, and no cash', async () => {
    await createReservation(sql, cast.beto, { ...space, from: 2, to: 4 });
    expect(await problemOf(bookFor(cast.admin, { paidAtDesk: 10 }))).toBe('space-taken');
    await sql`update public.parking_spaces set status = 'maintenance' where id = ${space.spaceId}`;
    expect(await problemOf(bookFor(cast.admin, { from: 8, paidAtDesk: 10 }))).toBe('space-out-of-service');
    expect(await problemOf(bookFor(cast.admin, { spaceId: randomUUID(), paidAtDesk: 10 }))).toBe('space-gone');
    expect(await problemOf(bookFor(cast.admin, { spaceId: null, paidAtDesk: 10 }))).toBe('space-gone');
    expect(await balanceOf(sql, cast.ana)).toBe(0);
  });

  test.each([
    [{ from: -3 }, 'reservation-is-over'],
    [{ from: -25, hours: 40 }, 'start-too-early'],
    [{ from: 367 * 24 }, 'start-too-late'],
    [{ startTime: null }, 'reservation-times-not-finite'],
    [{ startTime: 'infinity' }, 'reservation-times-not-finite'],
    [{ hours: 0 }, 'end-before-start'],
    [{ hours: 745 }, 'reservation-too-long'],
    [{ hours: -1 }, 'end-before-start'],
    [{ hours: 'NaN' }, 'reservation-too-long'],
  ])('%j is no reservation', async (booking, problem) => {
    await fillWallet(sql, cast.ana, 10_000);
    expect(await problemOf(bookFor(cast.admin, { seenAmount: 10_000, ...booking }))).toBe(problem);
  });

  test('the most hours of drivers and their maintenance are no limit', async () => {
    await sql`update public.installation_settings set max_reservation_hours = 1, maintenance_mode = true`;
    await fillWallet(sql, cast.ana, 100);
    expect(await bookFor(cast.admin, { from: -1 })).toMatchObject({ status: 'active' });
    await sql`update public.installation_settings set max_reservation_hours = 24, maintenance_mode = false`;
  });

  test('the vehicle of somebody else is not parked', async () => {
    await fillWallet(sql, cast.ana, 100);
    const foreign = (await vehicleOf(cast.beto))?.id ?? null;
    expect(await problemOf(bookFor(cast.admin, { vehicleId: foreign }))).toBe('vehicle-not-found');
  });
});

describe('what is recorded and told', () => {
  test('the log has which administrator reserved for whom', async () => {
    const reservation = await bookFor(cast.admin, { paidAtDesk: 10 });
    const entries = await sql`
      select actor_id, action, after ->> 'user_id' as driver from public.audit_log
      where subject_table = 'reservations' and subject_id = ${reservation.id}`;
    expect(entries).toEqual([{ actor_id: cast.admin.id, action: 'insert', driver: cast.ana.id }]);
    expect(await activityOf(sql, cast.ana)).toEqual(['reservation_created']);
  });

  test('the driver is told that the operator booked it, and of an own booking as always', async () => {
    await fillWallet(sql, cast.admin, 10);
    const { id } = await bookFor(cast.admin, { paidAtDesk: 10 });
    const own = await bookFor(cast.admin, { from: 5 }, cast.admin);
    const told = (reservation: string) => sql`
      select kind, content -> 'by_driver' as by_driver from public.notifications where reservation_id = ${reservation}`;
    expect(await told(id)).toEqual([{ kind: 'confirmed', by_driver: false }]);
    expect(await told(own.id)).toEqual([{ kind: 'confirmed', by_driver: null }]);
  });

  test('it is the driver’s stay: they read, extend and end it', async () => {
    await sql`
      update public.installation_settings set legal_name = 'Parqueos del Caribe SRL', tax_number = '1-31-00000-1',
        legal_address = 'Av. Tiradentes 14, Santo Domingo'`;
    await fillWallet(sql, cast.ana, 5);
    const { id } = await bookFor(cast.admin, { from: -1, paidAtDesk: 10 });
    expect(await as(sql, cast.ana)`select id from public.reservations`).toEqual([{ id }]);
    const before = await readReservation(sql, id);
    expect(await extend(sql, cast.ana, before, 1)).toMatchObject({ total_amount: '15.00' });
    expect(await balanceOf(sql, cast.ana)).toBe(0);
    await as(sql, cast.ana)`update public.reservations set status = 'completed' where id = ${id}`;
    await doDueWork(sql);
    const [receipt] = await listReceipts(sql, id);
    expect({ ...receipt, amount: Number(receipt?.amount) }).toMatchObject({ user_id: cast.ana.id, amount: 15 });
  });
});
