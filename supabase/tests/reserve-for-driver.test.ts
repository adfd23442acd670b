import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import { type Actor, as, errorOf, problemOf, refusalOf } from './as.ts';
import { activityOf, createReservation, hoursAfter, readReservation } from './changes-world.ts';
import * as money from './money-world.ts';
import { openMoney } from './world.ts';

// The space costs 5 an hour, and a reservation takes two.

const { sql, cast, space } = await openMoney();
const decide = (settings: Record<string, number | boolean>) =>
  sql`update public.installation_settings set ${sql(settings)}`;
beforeEach(async () => {
  await writeInstallation(sql, { samples: false });
  await decide({ charges_drivers: true, cancellation_deadline_minutes: 0 });
});

const bookFor = (actor: Actor, booking: Partial<money.OperatorBooking> = {}, driver: Pick<Actor, 'id'> = cast.ana) =>
  money.reserveForDriver(sql, actor, driver, { ...space, seenAmount: 10, ...booking });
const countReservations = async () =>
  (await sql`select from public.reservations where parking_space_id = ${space.spaceId}`).count;
const vehicleOf = async ({ id }: Actor) =>
  (await sql<{ id: string; plate: string }[]>`select id, plate from public.vehicles where user_id = ${id}`)[0] ?? null;
const walletEntriesOf = ({ id }: Actor) => sql`
  select kind, amount, reason from public.wallet_entries where user_id = ${id} order by created_at, amount desc`;

test('an administrator reserves for a driver with the vehicle and the wallet, and for themselves, which is recorded', async () => {
  await money.fillWallet(sql, cast.ana, 100);
  await money.fillWallet(sql, cast.admin, 10);
  const vehicle = await vehicleOf(cast.ana);
  const reservation = await bookFor(cast.admin, { vehicleId: vehicle?.id ?? null });
  const row = {
    user_id: cast.ana.id,
    parking_space_id: space.spaceId,
    status: 'active',
    vehicle_plate: vehicle?.plate,
  };
  expect(reservation).toMatchObject({ ...row, total_amount: '10.00', payment_method: 'wallet' });
  expect([await money.balanceOf(sql, cast.ana), (await money.paidFor(sql, reservation)).paid]).toEqual([90, 10]);
  const own = await bookFor(cast.admin, { from: 5 }, cast.admin);
  expect([own.user_id, await money.balanceOf(sql, cast.admin)]).toEqual([cast.admin.id, 0]);
  const told = await sql`
    select content -> 'by_driver' as by_driver from public.notifications
    where kind = 'confirmed' and reservation_id in (${reservation.id}, ${own.id}) order by created_at`;
  expect(told).toEqual([{ by_driver: false }, { by_driver: null }]);
  const entries = await sql`
    select actor_id, action, after ->> 'user_id' as driver from public.audit_log
    where subject_table = 'reservations' and subject_id = ${reservation.id}`;
  expect(entries).toEqual([{ actor_id: cast.admin.id, action: 'insert', driver: cast.ana.id }]);
  expect(await activityOf(sql, cast.ana)).toEqual(['reservation_created']);
});

test('nobody reserves for a driver who is suspended or gone', async () => {
  expect(await problemOf(bookFor(cast.admin, {}, cast.suspended))).toBe('driver-suspended');
  for (const id of [randomUUID(), null]) expect(await problemOf(bookFor(cast.admin, {}, { id }))).toBe('driver-gone');
});

describe('a driver without an account', () => {
  const add = (actor: Actor, { name = 'Doña Altagracia', phone = '+18095550177', plate = 'g-123 456' } = {}) =>
    as(
      sql,
      actor,
      async (tx) =>
        (await tx`select * from public.add_guest_driver(${name}, ${phone}, ${plate}, 'Jeepeta', 'suv')`)[0] as {
          user_id: string;
          vehicles: { plate: string }[];
        },
    );

  test('is one person for a phone, whom nobody can sign in as, and reserves as others do', async () => {
    const [first, again] = await Promise.all([add(cast.admin), add(cast.admin, { plate: 'G999999' })]);
    expect(again?.user_id).toBe(first.user_id);
    const guest = { id: first.user_id };
    const [account] = await sql`
      select u.email, u.encrypted_password, p.full_name, p.phone, array(select v.plate from public.vehicles v
        where v.user_id = u.id order by v.plate) as plates,
        exists (select from auth.identities i where i.user_id = u.id) as can_sign_in
      from auth.users u join public.profiles p on p.user_id = u.id where u.id = ${guest.id}`;
    expect(account).toEqual({
      email: null,
      encrypted_password: null,
      full_name: 'Doña Altagracia',
      phone: '+18095550177',
      plates: ['G123456', 'G999999'],
      can_sign_in: false,
    });
    expect(await problemOf(bookFor(cast.admin, {}, guest))).toBe('wallet-too-low');
    expect((await bookFor(cast.admin, { paidAtDesk: 10 }, guest)).payment_method).toBe('wallet');
  });

  test('has a name, a whole phone and a plate, and is nobody with an account', async () => {
    await sql`update public.profiles set phone = '+18095550166' where user_id = ${cast.ana.id}`;
    expect((await add(cast.admin, { phone: '+18095550166' })).user_id).not.toBe(cast.ana.id);
    for (const wrong of [
      { name: ' ' },
      { name: '\u2800' },
      { name: 'x'.repeat(81) },
      { phone: '8095550177' },
      { plate: 'x' },
    ]) {
      expect(await refusalOf(add(cast.admin, { phone: '+18095550155', ...wrong }))).toBe('23514');
    }
  });
});

describe('what the driver pays', () => {
  test('is in the wallet, or missing, which the administrator is told', async () => {
    await money.fillWallet(sql, cast.ana, 4);
    expect(await errorOf(bookFor(cast.admin))).toMatchObject({ hint: 'wallet-too-low', detail: '6.00' });
    expect(await errorOf(bookFor(cast.admin, { paidAtDesk: 5 }))).toMatchObject({ detail: '1.00' });
    expect([await countReservations(), (await walletEntriesOf(cast.ana)).length]).toEqual([0, 1]);
  });

  test('at the desk goes into the wallet, from which the reservation is charged', async () => {
    await money.fillWallet(sql, cast.ana, 4);
    const cashBefore = await money.sumOf(sql, 'cash');
    const reservation = await bookFor(cast.admin, { paidAtDesk: 6 });
    expect((await walletEntriesOf(cast.ana)).slice(1)).toEqual([
      { kind: 'cash_payment', amount: '6.00', reason: 'Paid at the desk' },
      { kind: 'reservation', amount: '-10.00', reason: null },
    ]);
    expect(await money.sumOf(sql, 'cash')).toBeCloseTo(cashBefore - 6);
    expect((await money.paidFor(sql, reservation)).paid).toBe(10);
    const entry =
      await sql`select actor_id from public.ledger_transactions where key = ${`cash_payment ${reservation.id}`}`;
    expect(entry).toEqual([{ actor_id: cast.admin.id }]);
  });

  test('at the desk goes back there in cash, and never into a wallet', async () => {
    await money.fillWallet(sql, cast.ana, 4);
    const cashBefore = await money.sumOf(sql, 'cash');
    const { id } = await bookFor(cast.admin, { paidAtDesk: 6 });
    expect(await problemOf(money.cancel(sql, cast.ana, { id }))).toBe('paid-in-cash');
    const change = as(sql, cast.ana)`
      select public.change_reservation(id, start_time, 1, parking_space_id, start_time, end_time, parking_space_id)
      from public.reservations where id = ${id}`;
    expect(await problemOf(change)).toBe('paid-in-cash');
    await as(sql, cast.admin)`select public.cancel_reservation(${id}, false, 'The flight was cancelled')`;
    expect(await money.balanceOf(sql, cast.ana)).toBe(4);
    expect(await money.sumOf(sql, 'cash')).toBeCloseTo(cashBefore);
    expect((await money.paidFor(sql, { id })).paid).toBe(0);
  });

  test.each(['terminal', 'transfer'])(
    'by %s goes back at the desk alone, with a reason and within the limit',
    async (deskMethod) => {
      const deskReference = randomUUID().slice(0, 8);
      const { id } = await bookFor(cast.admin, { paidAtDesk: 10, deskMethod, deskReference });
      expect(await problemOf(money.cancel(sql, cast.ana, { id }))).toBe('paid-in-cash');
      expect(await problemOf(money.cancel(sql, cast.admin, { id }))).toBe('reason-required');
      await as(sql, cast.admin)`select public.cancel_reservation(${id}, false, 'The flight was cancelled')`;
      expect(await money.balanceOf(sql, cast.ana)).toBe(10);
      const [gift] = await sql`select kind, amount from private.gifts where reservation_id = ${id}`;
      expect(gift).toEqual({ kind: 'cancellation', amount: '10.00' });
    },
  );

  test('at the desk goes back before what a card paid for more time', async () => {
    const { id } = await bookFor(cast.admin, { paidAtDesk: 10 });
    await money.moveReservation(sql, { id }, -1.5);
    const { end_time: end } = await readReservation(sql, id);
    const extension = { purpose: 'extension', reservation: id, newEnd: hoursAfter(end, 0.5) };
    await money.capture(sql, await money.startPayment(sql, cast.ana, extension));
    await money.refundReservation(sql, cast.admin, { id }, { amount: 4 });
    const paid = await sql`
      select payment_id is not null as by_card, sum(amount) as amount from private.reservation_parts
      where reservation_id = ${id} group by 1 order by 1`;
    expect(paid).toEqual([
      { by_card: false, amount: '6.00' },
      { by_card: true, amount: '2.50' },
    ]);
  });

  test('at the desk is given up by a driver who leaves before the start', async () => {
    const { id } = await bookFor(cast.admin, { paidAtDesk: 10 });
    await money.leave(sql, cast.ana, { toSource: true });
    expect(await readReservation(sql, id)).toMatchObject({ status: 'cancelled', user_id: null });
  });

  test.each([
    ...[0, -5, 1.005, 10.01, 1_000_001, 'NaN', 'Infinity'].map(
      (paidAtDesk) => [{ paidAtDesk }, 'amount-out-of-range'] as const,
    ),
    ...[null, '  ', 'x'.repeat(301)].map((paidReason) => [{ paidAtDesk: 10, paidReason }, 'reason-required'] as const),
    // A driver is charged no more than the administrator saw.
    ...[9.99, 0, null].map((seenAmount) => [{ seenAmount }, 'price-changed'] as const),
  ])('is not %.40j: %s', async (booking, problem) => {
    await money.fillWallet(sql, cast.ana, 100);
    expect(await problemOf(bookFor(cast.admin, booking))).toBe(problem);
    expect(await money.balanceOf(sql, cast.ana)).toBe(100);
  });

  test('by a link: the space is held for an hour, the driver is told, and pays or an administrator gives it up', async () => {
    const held = await bookFor(cast.admin, { payment: 'card' });
    expect(held).toMatchObject({ status: 'held', payment_method: 'card', total_amount: '10.00' });
    const notices = () => sql`
      select kind, expires_at = held_until and held_until = r.created_at + interval '1 hour' as is_for_an_hour
      from public.notifications n join public.reservations r on r.id = n.reservation_id
      where r.id = ${held.id} order by n.created_at, kind`;
    expect(await notices()).toEqual([{ kind: 'payment_wanted', is_for_an_hour: true }]);
    const release = (actor: Actor) => as(sql, actor)`select public.release_hold(${held.id})`;
    await release(cast.beto);
    await money.capture(sql, await money.startPayment(sql, cast.ana, { purpose: 'reservation', reservation: held.id }));
    expect(await readReservation(sql, held.id)).toMatchObject({ status: 'active' });
    expect((await money.paidFor(sql, held)).paid).toBe(10);
    expect(await notices()).toMatchObject([{ kind: 'payment_wanted' }, { kind: 'confirmed' }]);
    expect(await problemOf(release(cast.admin))).toBe('hold-was-paid');

    const other = await bookFor(cast.admin, { payment: 'card', from: 5 });
    await as(sql, cast.admin)`select public.release_hold(${other.id})`;
    expect(await readReservation(sql, other.id)).toMatchObject({ status: 'lapsed' });
  });

  test('is nothing for what the administrator gives away to somebody else', async () => {
    const free = await bookFor(cast.admin, { payment: 'free', seenAmount: null });
    expect(free).toMatchObject({ status: 'active', payment_method: null, total_amount: '0.00' });
    expect(await walletEntriesOf(cast.ana)).toEqual([]);
    await money.cancel(sql, cast.ana, free);
    expect(await money.balanceOf(sql, cast.ana)).toBe(0);
    for (const wrong of [{ payment: null }, { payment: 'paypal' }, { payment: 'free', paidAtDesk: 10 }]) {
      expect(await refusalOf(bookFor(cast.admin, wrong))).toBe('23514');
    }
    expect(await problemOf(bookFor(cast.admin, { payment: 'free' }, cast.admin))).toBe('reservations-paid-here');
  });

  test('is nothing where drivers do not pay, and with samples', async () => {
    await decide({ charges_drivers: false });
    expect(await problemOf(bookFor(cast.admin, { paidAtDesk: 10 }))).toBe('price-changed');
    expect(await bookFor(cast.admin)).toMatchObject({ payment_method: null, total_amount: '10.00' });
    await writeInstallation(sql, { samples: true });
    expect(await bookFor(cast.admin, { from: 5, seenAmount: null })).toMatchObject({ payment_method: null });
  });
});

test('a repeat with the same key is the same reservation, also at once, and not that of another driver', async () => {
  const id = randomUUID();
  await money.fillWallet(sql, cast.beto, 100);
  const booking = { id, paidAtDesk: 10 };
  const [first, second] = await Promise.all([bookFor(cast.admin, booking), bookFor(cast.admin, booking)]);
  expect(first).toEqual(second);
  expect(await bookFor(cast.admin, booking)).toEqual(first);
  expect([await countReservations(), (await walletEntriesOf(cast.ana)).length]).toEqual([1, 2]);
  expect(await refusalOf(bookFor(cast.admin, { id, from: 5 }, cast.beto))).toBe('23505');
});
describe('the rules of a reservation', () => {
  test('hold for the space, and then no cash is taken', async () => {
    await createReservation(sql, cast.beto, { ...space, from: 2, to: 4 });
    expect(await problemOf(bookFor(cast.admin, { paidAtDesk: 10 }))).toBe('space-taken');
    await sql`update public.parking_spaces set status = 'maintenance' where id = ${space.spaceId}`;
    expect(await problemOf(bookFor(cast.admin, { from: 8, paidAtDesk: 10 }))).toBe('space-out-of-service');
    for (const spaceId of [randomUUID(), null]) {
      expect(await problemOf(bookFor(cast.admin, { spaceId, paidAtDesk: 10 }))).toBe('space-gone');
    }
    expect(await money.balanceOf(sql, cast.ana)).toBe(0);
  });

  test('hold for the vehicle, and not for the most hours of drivers and their maintenance', async () => {
    await money.fillWallet(sql, cast.ana, 100);
    const foreign = (await vehicleOf(cast.beto))?.id ?? null;
    expect(await problemOf(bookFor(cast.admin, { vehicleId: foreign }))).toBe('vehicle-not-found');
    await decide({ max_reservation_hours: 1, maintenance_mode: true });
    expect(await bookFor(cast.admin, { from: -1 })).toMatchObject({ status: 'active' });
    await decide({ max_reservation_hours: 24, maintenance_mode: false });
  });
});
