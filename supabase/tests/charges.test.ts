import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { calculatePrice } from '../../domain/money/money.ts';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import { type Actor, as, createSpace, errorOf, hoursFromNow, problemOf, refusalOf } from './as.ts';
import { change, extend, hoursAfter, openBarrier, readReservation } from './changes-world.ts';
import { balanceOf, book, cancel, fillWallet, paidFor, refundReservation } from './money-world.ts';
import { openMoney } from './world.ts';

// What a reservation costs, and what is given back of it. The space costs 5 an hour.

const { sql, cast, space } = await openMoney();
beforeEach(async () => {
  await fillWallet(sql, cast.ana, 100);
  await decide({ cancellation_deadline_minutes: 0 });
});

const decide = (settings: Record<string, number | boolean>) =>
  sql`update public.installation_settings set ${sql(settings)}`;
const setRate = (rate: number) =>
  sql`update public.parking_spaces set hourly_rate = ${rate} where id = ${space.spaceId}`;
const update = (actor: Actor, { id }: { id: string }, status: string) =>
  as(sql, actor)`update public.reservations set status = ${status} where id = ${id}`;
const expectBalance = async (balance: number, driver = cast.ana) => expect(await balanceOf(sql, driver)).toBe(balance);
/** A reservation of Ana's from and to these hours from now, as the functions of changes take it. */
const bookHours = async (from: number, to: number) =>
  readReservation(sql, (await book(sql, cast.ana, { ...space, from, to })).id);
const changeTo = async ({ id }: { id: string }, to: Parameters<typeof change>[3], actor: Actor = cast.ana) =>
  change(sql, actor, await readReservation(sql, id), to);

describe('a new reservation', () => {
  test('takes its price from the wallet, the tax in it to the cent', async () => {
    const reservation = await book(sql, cast.ana, { ...space, from: 1, to: 3 });
    const paid = { status: 'active', total_amount: '10.00', payment_method: 'wallet', held_until: null };
    expect(reservation).toMatchObject(paid);
    await expectBalance(90);
    expect(await paidFor(sql, reservation)).toEqual({ paid: 10, tax: 1.53 });
  });

  test('is none where too little money is there, by drivers and administrators, who are told how much is missing', async () => {
    const poor = { ...space, from: 1, to: 3 };
    for (const driver of [cast.beto, cast.admin]) {
      expect(await errorOf(book(sql, driver, poor))).toMatchObject({ hint: 'wallet-too-low', detail: '10.00' });
    }
    await fillWallet(sql, cast.beto, 9.99);
    expect(await errorOf(book(sql, cast.beto, poor))).toMatchObject({ hint: 'wallet-too-low', detail: '0.01' });
    await expectBalance(9.99, cast.beto);
  });

  test.each([
    [{ method: null, seenAmount: 0.01 }, 'price-changed'],
    [{ method: null, seenAmount: 5 }, 'reservations-paid-here'],
    [{ seenAmount: 4.99 }, 'price-changed'],
  ] as const)('is none with %j', async (wanted, problem) => {
    expect(await problemOf(book(sql, cast.ana, { ...space, from: 1, to: 2, ...wanted }))).toBe(problem);
    await expectBalance(100);
  });

  test('costs what it costs now where the driver saw more, a cent where it costs almost nothing, else nothing', async () => {
    expect(await book(sql, cast.ana, { ...space, from: 1, to: 2, seenAmount: 8 })).toMatchObject({
      total_amount: '5.00',
    });
    await setRate(0.01);
    expect(await book(sql, cast.ana, { ...space, from: 3, to: 3.25 })).toMatchObject({ total_amount: '0.01' });
    await expectBalance(94.99);
    const free = await createSpace(sql, { hourlyRate: 0, zonePrice: 0 });
    for (const [method, from] of [[null, 1] as const, ['card', 3] as const]) {
      const reservation = await book(sql, cast.beto, { ...free, from, to: from + 1, method });
      expect(reservation).toMatchObject({ status: 'active', total_amount: '0.00' });
    }
  });

  test('keeps how it is paid and until when it is held, whoever writes', async () => {
    const { id } = await book(sql, cast.ana, { ...space, from: 1, to: 2 });
    for (const column of [{ payment_method: 'card' }, { held_until: new Date() }, { total_amount: 0 }]) {
      expect(await refusalOf(sql`update public.reservations set ${sql(column)} where id = ${id}`)).toBe('23514');
    }
  });

  test.each([{ samples: true }, { charges_drivers: false }])('is not charged with %j', async (settings) => {
    if ('samples' in settings) await writeInstallation(sql, { samples: true });
    else await decide(settings);
    try {
      const reservation = await book(sql, cast.beto, { ...space, from: 1, to: 2, method: 'card' });
      expect(reservation).toMatchObject({ status: 'active', payment_method: null });
      expect(await changeTo(reservation, { hours: 2 }, cast.beto)).toMatchObject({ total_amount: '10.00' });
      await cancel(sql, cast.beto, reservation);
      await expectBalance(0, cast.beto);
    } finally {
      await writeInstallation(sql, { samples: false });
      await decide({ charges_drivers: true });
    }
  });
});

describe('a cancellation', () => {
  test('until the operator’s deadline gives everything back, once', async () => {
    await decide({ cancellation_deadline_minutes: 60 });
    const reservation = await bookHours(1.1, 3);
    // The response may have been lost.
    for (const _ of ['first', 'again']) await cancel(sql, cast.ana, reservation);
    await expectBalance(100);
    expect(await paidFor(sql, reservation)).toEqual({ paid: 0, tax: 0 });
  });

  test('after the deadline gives nothing back, by whichever way; an operator’s gives all', async () => {
    await decide({ cancellation_deadline_minutes: 60 });
    const bookLate = () => bookHours(0.9, 1.9);
    await cancel(sql, cast.ana, await bookLate());
    await update(cast.ana, await bookLate(), 'cancelled');
    await expectBalance(90);
    await cancel(sql, cast.admin, await bookLate());
    await update(cast.admin, await bookLate(), 'cancelled');
    await expectBalance(90);
  });

  test('gives nothing back of what was moved or shortened after the deadline, unless an operator moved it', async () => {
    await decide({ cancellation_deadline_minutes: 60 });
    const reservation = await bookHours(0.9, 2.9);
    await changeTo(reservation, { hours: 0.5 });
    await changeTo(reservation, { start: hoursFromNow(30) });
    await cancel(sql, cast.ana, reservation);
    await expectBalance(90);
    const moved = await bookHours(0.9, 1.9);
    await changeTo(moved, { start: hoursFromNow(30) }, cast.admin);
    await cancel(sql, cast.ana, moved);
    await expectBalance(90);
  });

  test.each(['moved', 'barrier-no-response'])(
    'is none, nor a change, once the barrier has opened or may have: %s',
    async (outcome) => {
      const reservation = await bookHours(0.15, 2.15);
      await openBarrier(sql, cast.ana, reservation, outcome);
      expect(await problemOf(cancel(sql, cast.ana, reservation))).toBe('reservation-begun');
      expect(await problemOf(update(cast.ana, reservation, 'cancelled'))).toBe('reservation-begun');
      expect(await problemOf(changeTo(reservation, { start: hoursFromNow(30) }))).toBe('change-after-start');
      await expectBalance(90);
    },
  );

  test('that is sent twice at once gives back once, and is nobody else’s', async () => {
    const reservation = await bookHours(5, 6);
    for (const actor of [cast.beto, cast.suspended]) {
      expect(await problemOf(cancel(sql, actor, reservation))).toBe('no-such-reservation');
    }
    await Promise.allSettled([
      cancel(sql, cast.ana, reservation),
      update(cast.ana, reservation, 'cancelled'),
      cancel(sql, cast.admin, reservation),
      update(cast.admin, reservation, 'cancelled'),
    ]);
    await expectBalance(100);
  });
});

describe('a change', () => {
  test('charges or gives back the difference; an early end gives nothing back', async () => {
    const reservation = await bookHours(2, 4);
    await changeTo(reservation, { hours: 3 });
    await expectBalance(85);
    await changeTo(reservation, { hours: 0.5 });
    await expectBalance(97.5);
    expect(await paidFor(sql, reservation)).toEqual({ paid: 2.5, tax: 0.38 });
    await update(cast.ana, await bookHours(-0.5, 1.5), 'completed');
    await expectBalance(87.5);
  });

  test('to a later end is charged once, and not made when there is too little money', async () => {
    const reservation = await bookHours(-0.5, 0.5);
    // The response was lost: the repeat charges nothing.
    for (const _ of ['first', 'again']) {
      expect(await extend(sql, cast.ana, reservation, 2)).toMatchObject({ total_amount: '15.00' });
      await expectBalance(85);
    }
    const longer = await readReservation(sql, reservation.id);
    const tooLong = extend(sql, cast.ana, longer, 17.5);
    expect(await errorOf(tooLong)).toMatchObject({ hint: 'wallet-too-low', detail: '2.50' });
    expect(await readReservation(sql, reservation.id)).toEqual(longer);
    await as(sql, cast.ana, async (tx) => {
      await tx`select public.extend_reservation(${longer.id}, 1, ${longer.end_time})`;
      await tx`select public.extend_reservation(${longer.id}, 1, ${hoursAfter(longer.end_time, 1)})`;
    });
    await expectBalance(75);
  });

  test('to a price that rose since the driver saw it is none; the seen price and a lower one are charged', async () => {
    const reservation = await bookHours(-0.5, 0.5);
    expect(await problemOf(extend(sql, cast.ana, reservation, 2, { amount: 9.99 }))).toBe('price-changed');
    await expectBalance(95);
    await extend(sql, cast.ana, reservation, 2, { amount: 10 });
    await setRate(4);
    await extend(sql, cast.ana, await readReservation(sql, reservation.id), 1, { amount: 5 });
    await expectBalance(81);
  });

  test('is none where less would be given back than was said, but of the vehicle alone', async () => {
    const reservation = await bookHours(2, 6);
    await setRate(8);
    for (const [hours, seenAmount] of [[5, 25] as const, [2, 10] as const]) {
      expect(await problemOf(change(sql, cast.ana, reservation, { hours, seenAmount }))).toBe('price-changed');
    }
    const [vehicle] = await sql<{ id: string }[]>`select id from public.vehicles where user_id = ${cast.ana.id}`;
    await change(sql, cast.ana, reservation, { vehicleId: vehicle?.id ?? '', seenAmount: 1 });
    await change(sql, cast.ana, reservation, { seenAmount: 1 });
    await expectBalance(80);
    await change(sql, cast.ana, reservation, { hours: 2, seenAmount: 16 });
    await expectBalance(84);
  });

  test.each([
    [10_000, 1.01, 10_100],
    [100, 1.0001, 100.01],
    [3.35, 1.5, 5.03],
    [2.15, 1.5, 3.23],
    [0.01, 0.5, 0.01],
  ])('costs to the cent what the screen says: at %d for %d hours %d', async (rate, hours, seenAmount) => {
    const reservation = await bookHours(2, 3);
    await setRate(rate);
    await fillWallet(sql, cast.ana, 20_000);
    expect(calculatePrice({ hourlyRate: rate, hours })).toBe(seenAmount);
    const below = change(sql, cast.ana, reservation, { hours, seenAmount: seenAmount - 0.01 });
    expect(await problemOf(below)).toBe('price-changed');
    expect(Number((await change(sql, cast.ana, reservation, { hours, seenAmount })).total_amount)).toBe(seenAmount);
  });

  test('by an operator is not charged, not paid out when the driver takes it back, and not missing in the books', async () => {
    const reservation = await bookHours(2, 4);
    await changeTo(reservation, { hours: 6, reason: 'The barrier was stuck' }, cast.admin);
    await changeTo(reservation, { hours: 2 });
    await expectBalance(90);
    await cancel(sql, cast.ana, reservation);
    await expectBalance(100);
    const free = await createSpace(sql, { hourlyRate: 0, zonePrice: 0 });
    const { id } = await book(sql, cast.ana, { ...free, from: 2, to: 4 });
    await sql`update public.parking_spaces set hourly_rate = 5 where id = ${free.spaceId}`;
    await changeTo({ id }, { hours: 3, reason: 'The barrier was stuck' }, cast.admin);
    expect(await readReservation(sql, id)).toMatchObject({ total_amount: '15.00', payment_method: null });
    await expectBalance(100);
  });
});

describe('a refund by an operator', () => {
  test('is a part with a reason, in all never more than was paid', async () => {
    const reservation = await bookHours(-0.5, 1.5);
    expect(await refundReservation(sql, cast.admin, reservation, { amount: 3.33 })).toBe(3.33);
    expect(await paidFor(sql, reservation)).toEqual({ paid: 6.67, tax: 1.02 });
    const over = refundReservation(sql, cast.admin, reservation, { amount: 6.68 });
    expect(await errorOf(over)).toMatchObject({ hint: 'refund-over-paid', detail: '6.67' });
    await refundReservation(sql, cast.admin, reservation, { amount: 6.67 });
    expect(await paidFor(sql, reservation)).toEqual({ paid: 0, tax: 0 });
    await expectBalance(100);
  });

  test('by the cent leaves neither tax nor revenue below zero', async () => {
    await setRate(0.32);
    const reservation = await bookHours(1, 1.25);
    expect(await paidFor(sql, reservation)).toEqual({ paid: 0.08, tax: 0.01 });
    for (let cents = 8; cents > 0; cents -= 1) await refundReservation(sql, cast.admin, reservation, { amount: 0.01 });
    expect(await paidFor(sql, reservation)).toEqual({ paid: 0, tax: 0 });
  });

  test('is made once with its key, also at once', async () => {
    const refund = { amount: 2, key: randomUUID() };
    const reservation = await bookHours(-0.5, 1.5);
    await Promise.all(Array.from({ length: 5 }, () => refundReservation(sql, cast.admin, reservation, refund)));
    await expectBalance(92);
    expect(await refundReservation(sql, cast.admin, reservation, refund)).toBe(2);
    for (const other of [{ amount: 3 }, { reason: 'Another reason altogether' }]) {
      expect(await refusalOf(refundReservation(sql, cast.admin, reservation, { ...refund, ...other }))).toBe('23514');
    }
    await expectBalance(92);
  });

  test.each([
    ...['0', '-1', 'NaN', 'Infinity', '-Infinity', '0.001'].map((amount) => [{ amount }, 'refund-over-paid'] as const),
    ...[null, ' ', 'x'.repeat(301)].map((reason) => [{ amount: 1, reason }, 'reason-required'] as const),
  ])('is none of %.30j', async (refund, problem) => {
    const reservation = await bookHours(1, 2);
    expect(await problemOf(refundReservation(sql, cast.admin, reservation, refund))).toBe(problem);
    await expectBalance(95);
  });
});
