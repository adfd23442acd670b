import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { calculatePrice } from '../../domain/reservations/price.ts';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import { type Actor, as, createSpace, hoursFromNow, problemOf, refusalOf, SERVICE } from './as.ts';
import { change, createReservation, extend, hoursAfter, readReservation } from './changes-world.ts';
import {
  balanceOf,
  book,
  cancel,
  fillWallet,
  leave,
  moveReservation,
  type PaidReservation,
  paidFor,
  readPaidReservation,
  refundReservation,
} from './money-world.ts';
import { openMoney } from './world.ts';

// What a reservation costs, and what is given back of it. The space costs 5 an hour.

const { sql, cast, space } = await openMoney();
beforeEach(async () => {
  await fillWallet(sql, cast.ana, 100);
  await decide({ cancellation_deadline_minutes: 0 });
});

const decide = (settings: Record<string, number | boolean>) =>
  sql`update public.installation_settings set ${sql(settings)}`;
const update = (actor: Actor, { id }: PaidReservation, status: string) =>
  as(sql, actor)`update public.reservations set status = ${status} where id = ${id}`;

test('a reservation takes its price from the wallet, the tax in it to the cent', async () => {
  const reservation = await book(sql, cast.ana, { ...space, from: 1, to: 3 });
  expect(reservation).toMatchObject({
    status: 'active',
    total_amount: '10.00',
    payment_method: 'wallet',
    held_until: null,
  });
  expect(await balanceOf(sql, cast.ana)).toBe(90);
  expect(await paidFor(sql, reservation)).toEqual({ paid: 10, tax: 1.53 });
});

test.each([
  [59_000, 9000],
  [0.01, 0],
  [0.03, 0],
  [0.04, 0.01],
  [100, 15.25],
  [99_999_999.99, 15_254_237.29],
])('of %d the tax of 18 %% is %d', async (amount, tax) => {
  const [row] = await sql<{ tax: string }[]>`select private.tax_of(${amount}) as tax`;
  expect(Number(row?.tax)).toBe(tax);
});

test('too little money reserves nothing and says how much is missing', async () => {
  const poor = book(sql, cast.beto, { ...space, from: 1, to: 3 });
  await expect(poor).rejects.toMatchObject({ code: '23514', hint: 'wallet-too-low', detail: '10.00' });
  await fillWallet(sql, cast.beto, 9.99);
  const almost = book(sql, cast.beto, { ...space, from: 1, to: 3 });
  await expect(almost).rejects.toMatchObject({ hint: 'wallet-too-low', detail: '0.01' });
  expect(await balanceOf(sql, cast.beto)).toBe(9.99);
  expect(await sql`select 1 from public.reservations where user_id = ${cast.beto.id}`).toEqual([]);
});

test('a driver cannot reserve without paying by naming no method or a lower price', async () => {
  const reservation = await book(sql, cast.ana, { ...space, from: 1, to: 2, method: null, seenAmount: 0.01 }).catch(
    (error: { hint?: string }) => error.hint,
  );
  expect(reservation).toBe('price-changed');
  const silent = book(sql, cast.ana, { ...space, from: 1, to: 2, method: null, seenAmount: 5 });
  expect(await problemOf(silent)).toBe('reservations-paid-here');
  expect(await sql`select 1 from public.reservations where user_id = ${cast.ana.id}`).toEqual([]);
  expect(await balanceOf(sql, cast.ana)).toBe(100);
});

test('a driver who names no method reserves what costs nothing', async () => {
  const free = await createSpace(sql, { hourlyRate: 0, zonePrice: 0 });
  const reservation = await book(sql, cast.ana, { spaceId: free.spaceId, from: 1, to: 2, method: null });
  expect(reservation).toMatchObject({ status: 'active', total_amount: '0.00' });
});

test('a driver cannot write how a reservation is paid, nor until when it is held', async () => {
  const reservation = await book(sql, cast.ana, { ...space, from: 1, to: 2 });
  for (const column of [{ payment_method: 'card' }, { held_until: new Date() }, { total_amount: 0 }]) {
    const write = as(sql, cast.ana)`update public.reservations set ${sql(column)} where id = ${reservation.id}`;
    expect(await refusalOf(write)).toBe('42501');
    const owner = sql`update public.reservations set ${sql(column)} where id = ${reservation.id}`;
    expect(await refusalOf(owner)).toBe('23514');
  }
  const held = as(sql, cast.ana)`insert into public.reservations (held_until) values (now() + interval '1 year')`;
  expect(await refusalOf(held)).toBe('42501');
});

test('a price that rose since the driver saw it is not charged; one that fell is', async () => {
  const seen = { ...space, from: 1, to: 2 };
  expect(await problemOf(book(sql, cast.ana, { ...seen, seenAmount: 4.99 }))).toBe('price-changed');
  expect(await balanceOf(sql, cast.ana)).toBe(100);
  expect(await book(sql, cast.ana, { ...seen, seenAmount: 8 })).toMatchObject({ total_amount: '5.00' });
  expect(await balanceOf(sql, cast.ana)).toBe(95);
});

test('the shortest reservation of a cheap space costs a cent', async () => {
  await sql`update public.parking_spaces set hourly_rate = 0.01 where id = ${space.spaceId}`;
  expect(await book(sql, cast.ana, { ...space, from: 1, to: 1.25 })).toMatchObject({ total_amount: '0.01' });
});

test('a space that costs nothing is reserved with an empty wallet', async () => {
  const free = await createSpace(sql, { hourlyRate: 0, zonePrice: 0 });
  const reservation = await book(sql, cast.beto, { spaceId: free.spaceId, from: 1, to: 2, method: 'card' });
  expect(reservation).toMatchObject({ status: 'active', total_amount: '0.00' });
});

test('what an operator books for a driver is not charged, and what the service writes neither', async () => {
  const [reservation] = await as(sql, SERVICE)<PaidReservation[]>`
      insert into public.reservations (user_id, parking_space_id, start_time, end_time, payment_method)
      values (${cast.ana.id}, ${space.spaceId}, now() + interval '1 hour', now() + interval '2 hours', 'wallet') returning *`;
  expect(reservation).toMatchObject({ status: 'active', payment_method: null, total_amount: '5.00' });
  expect(await balanceOf(sql, cast.ana)).toBe(100);
  await cancel(sql, cast.ana, reservation as PaidReservation);
  expect(await balanceOf(sql, cast.ana)).toBe(100);
});

test('an administrator who parks pays as everybody does', async () => {
  expect(await problemOf(book(sql, cast.admin, { ...space, from: 1, to: 2 }))).toBe('wallet-too-low');
});

test.each([{ samples: true }, { charges_drivers: false }])('nothing is charged with %j', async (settings) => {
  if ('samples' in settings) await writeInstallation(sql, { samples: true });
  else await decide(settings);
  try {
    const reservation = await book(sql, cast.beto, { ...space, from: 1, to: 2, method: 'card' });
    expect(reservation).toMatchObject({ status: 'active', payment_method: null });
    expect(await change(sql, cast.beto, await readReservation(sql, reservation.id), { hours: 2 })).toMatchObject({
      total_amount: '10.00',
    });
    await cancel(sql, cast.beto, reservation);
    expect(await balanceOf(sql, cast.beto)).toBe(0);
  } finally {
    await writeInstallation(sql, { samples: false });
    await decide({ charges_drivers: true });
  }
});

test('cancelling until the operator’s deadline gives everything back, once', async () => {
  await decide({ cancellation_deadline_minutes: 60 });
  const reservation = await book(sql, cast.ana, { ...space, from: 1.1, to: 3 });
  await cancel(sql, cast.ana, reservation);
  expect(await balanceOf(sql, cast.ana)).toBe(100);
  expect(await paidFor(sql, reservation)).toEqual({ paid: 0, tax: 0 });
  // The response may have been lost.
  await cancel(sql, cast.ana, reservation);
  expect(await balanceOf(sql, cast.ana)).toBe(100);
});

test('cancelling after the deadline gives nothing back, by whichever way; an operator gives all', async () => {
  await decide({ cancellation_deadline_minutes: 60 });
  const late = { ...space, from: 0.9, to: 1.9 };
  await cancel(sql, cast.ana, await book(sql, cast.ana, late));
  await update(cast.ana, await book(sql, cast.ana, late), 'cancelled');
  expect(await balanceOf(sql, cast.ana)).toBe(90);
  await cancel(sql, cast.admin, await book(sql, cast.ana, late));
  await update(cast.admin, await book(sql, cast.ana, late), 'cancelled');
  expect(await balanceOf(sql, cast.ana)).toBe(90);
});

test('moving or shortening after the deadline gives nothing back, and neither does cancelling then; an operator can', async () => {
  await decide({ cancellation_deadline_minutes: 60 });
  const { id } = await book(sql, cast.ana, { ...space, from: 0.9, to: 2.9 });
  await change(sql, cast.ana, await readReservation(sql, id), { hours: 0.5 });
  await change(sql, cast.ana, await readReservation(sql, id), { start: hoursFromNow(30) });
  expect(await balanceOf(sql, cast.ana)).toBe(90);
  await cancel(sql, cast.ana, await readPaidReservation(sql, id));
  expect(await balanceOf(sql, cast.ana)).toBe(90);

  const moved = await book(sql, cast.ana, { ...space, from: 0.9, to: 1.9 });
  await change(sql, cast.admin, await readReservation(sql, moved.id), { start: hoursFromNow(30) });
  await cancel(sql, cast.ana, moved);
  expect(await balanceOf(sql, cast.ana)).toBe(90);
});

test('whose barrier has opened, or may have, cancels and moves for no money any more', async () => {
  for (const outcome of ['moved', 'barrier-no-response']) {
    const { spaceId } = await createSpace(sql);
    await sql`update public.parking_spaces set kavass_device_id = ${`KV-${outcome}`} where id = ${spaceId}`;
    const reservation = await book(sql, cast.ana, { spaceId, from: 0.15, to: 2.15 });
    const balance = await balanceOf(sql, cast.ana);
    await as(sql, SERVICE, async (tx) => {
      const [row] = await tx<{ begun: { command: string } }[]>`
        select public.begin_barrier_command(${cast.ana.id}, ${reservation.id}, 'open', ${randomUUID()}) as begun`;
      await tx`select public.finish_barrier_command(${row?.begun.command ?? null}, ${outcome}, 200)`;
    });
    expect(await problemOf(cancel(sql, cast.ana, reservation))).toBe('reservation-begun');
    expect(await problemOf(update(cast.ana, reservation, 'cancelled'))).toBe('reservation-begun');
    const moving = change(sql, cast.ana, await readReservation(sql, reservation.id), { start: hoursFromNow(30) });
    expect(await problemOf(moving)).toBe('change-after-start');
    expect(await balanceOf(sql, cast.ana)).toBe(balance);
  }
});

test('shortening a reservation costs no more than it did, whatever the space costs now', async () => {
  const { id } = await book(sql, cast.ana, { ...space, from: 2, to: 4 });
  await sql`update public.parking_spaces set hourly_rate = 50 where id = ${space.spaceId}`;
  expect(await change(sql, cast.ana, await readReservation(sql, id), { hours: 1 })).toMatchObject({
    total_amount: '10.00',
  });
});

test('a cancellation that is sent twice at once gives back once', async () => {
  const reservation = await book(sql, cast.ana, { ...space, from: 5, to: 6 });
  await Promise.allSettled([
    cancel(sql, cast.ana, reservation),
    update(cast.ana, reservation, 'cancelled'),
    cancel(sql, cast.admin, reservation),
    update(cast.admin, reservation, 'cancelled'),
  ]);
  expect(await balanceOf(sql, cast.ana)).toBe(100);
});

test('nobody cancels a reservation of somebody else', async () => {
  const reservation = await book(sql, cast.ana, { ...space, from: 5, to: 6 });
  expect(await problemOf(cancel(sql, cast.beto, reservation))).toBe('no-such-reservation');
  expect(await problemOf(cancel(sql, cast.suspended, reservation))).toBe('no-such-reservation');
  expect(await readPaidReservation(sql, reservation.id)).toMatchObject({ status: 'active' });
});

test('ending early gives nothing back', async () => {
  const reservation = await book(sql, cast.ana, { ...space, from: -0.5, to: 2 });
  await update(cast.ana, reservation, 'completed');
  expect(await balanceOf(sql, cast.ana)).toBe(87.5);
});

test('an extension is charged, and not made when there is too little money', async () => {
  const { id } = await book(sql, cast.ana, { ...space, from: -0.5, to: 0.5 });
  const reservation = await readReservation(sql, id);
  expect(await extend(sql, cast.ana, reservation, 2)).toMatchObject({ total_amount: '15.00' });
  expect(await balanceOf(sql, cast.ana)).toBe(85);
  // The response was lost: the repeat charges nothing.
  await extend(sql, cast.ana, reservation, 2);
  expect(await balanceOf(sql, cast.ana)).toBe(85);
  const longer = await readReservation(sql, id);
  const tooLong = extend(sql, cast.ana, longer, 17.5);
  await expect(tooLong).rejects.toMatchObject({ hint: 'wallet-too-low', detail: '2.50' });
  expect(await readReservation(sql, id)).toEqual(longer);
});

test('a change charges or gives back the difference', async () => {
  const { id } = await book(sql, cast.ana, { ...space, from: 2, to: 4 });
  await change(sql, cast.ana, await readReservation(sql, id), { hours: 3 });
  expect(await balanceOf(sql, cast.ana)).toBe(85);
  await change(sql, cast.ana, await readReservation(sql, id), { hours: 0.5 });
  expect(await balanceOf(sql, cast.ana)).toBe(97.5);
  expect(await paidFor(sql, { id })).toEqual({ paid: 2.5, tax: 0.38 });
});

describe('a price that rose since the driver saw it', () => {
  const setRate = (rate: number) =>
    sql`update public.parking_spaces set hourly_rate = ${rate} where id = ${space.spaceId}`;

  test('extends nothing and takes nothing; the seen price and a lower one are charged', async () => {
    const { id } = await book(sql, cast.ana, { ...space, from: -0.5, to: 0.5 });
    const reservation = await readReservation(sql, id);
    expect(await problemOf(extend(sql, cast.ana, reservation, 2, { amount: 9.99 }))).toBe('price-changed');
    expect(await readReservation(sql, id)).toEqual(reservation);
    expect(await balanceOf(sql, cast.ana)).toBe(95);
    await extend(sql, cast.ana, reservation, 2, { amount: 10 });
    expect(await balanceOf(sql, cast.ana)).toBe(85);
    await setRate(4);
    await extend(sql, cast.ana, await readReservation(sql, id), 1, { amount: 5 });
    expect(await balanceOf(sql, cast.ana)).toBe(81);
  });

  test('changes nothing and takes nothing, also where less would be given back than was said', async () => {
    const { id } = await book(sql, cast.ana, { ...space, from: 2, to: 6 });
    const reservation = await readReservation(sql, id);
    await setRate(8);
    for (const [hours, seenAmount] of [[5, 25] as const, [2, 10] as const]) {
      expect(await problemOf(change(sql, cast.ana, reservation, { hours, seenAmount }))).toBe('price-changed');
    }
    expect(await readReservation(sql, id)).toEqual(reservation);
    await change(sql, cast.ana, reservation, { hours: 2, seenAmount: 16 });
    expect(await balanceOf(sql, cast.ana)).toBe(84);
  });

  test('does not matter where only the vehicle changes, and where a repeat changes nothing', async () => {
    const { id } = await book(sql, cast.ana, { ...space, from: 2, to: 6 });
    const reservation = await readReservation(sql, id);
    await setRate(8);
    const [vehicle] = await sql<{ id: string }[]>`
      select id from public.vehicles where user_id = ${cast.ana.id}`;
    await change(sql, cast.ana, reservation, { vehicleId: vehicle?.id ?? '', seenAmount: 1 });
    await change(sql, cast.ana, reservation, { seenAmount: 1 });
    expect(await balanceOf(sql, cast.ana)).toBe(80);
  });

  test('matters to nobody who is not charged', async () => {
    const { id } = await book(sql, cast.ana, { ...space, from: -0.5, to: 0.5 });
    await extend(sql, cast.admin, await readReservation(sql, id), 1, { amount: 0 });
    await decide({ charges_drivers: false });
    try {
      await extend(sql, cast.ana, await readReservation(sql, id), 1, { amount: 0 });
    } finally {
      await decide({ charges_drivers: true });
    }
    expect(await balanceOf(sql, cast.ana)).toBe(95);
  });

  test.each([
    [10_000, 1.01, 10_100],
    [100, 1.0001, 100.01],
    [3.35, 1.5, 5.03],
    [2.15, 1.5, 3.23],
    [0.01, 0.5, 0.01],
  ])('is none to the cent: at %d for %d hours a driver sees %d', async (rate, hours, seenAmount) => {
    const { id } = await book(sql, cast.ana, { ...space, from: 2, to: 3 });
    await setRate(rate);
    await fillWallet(sql, cast.ana, 20_000);
    expect(calculatePrice({ hourlyRate: rate, hours })).toBe(seenAmount);
    const reservation = await readReservation(sql, id);
    expect(await problemOf(change(sql, cast.ana, reservation, { hours, seenAmount: seenAmount - 0.01 }))).toBe(
      'price-changed',
    );
    const changed = await change(sql, cast.ana, reservation, { hours, seenAmount });
    expect(Number(changed?.total_amount)).toBe(seenAmount);
  });
});

test('two charges of one reservation in one transaction of the database are both taken', async () => {
  const { id } = await book(sql, cast.ana, { ...space, from: -0.5, to: 0.5 });
  const { end_time } = await readReservation(sql, id);
  await as(sql, cast.ana, async (tx) => {
    await tx`select public.extend_reservation(${id}, 1, ${end_time})`;
    await tx`select public.extend_reservation(${id}, 1, ${hoursAfter(end_time, 1)})`;
  });
  expect(await balanceOf(sql, cast.ana)).toBe(85);
});

test('time that an operator adds is not charged, and is not paid out when the driver shortens the reservation', async () => {
  const { id } = await book(sql, cast.ana, { ...space, from: 2, to: 4 });
  await change(sql, cast.admin, await readReservation(sql, id), { hours: 6 });
  expect(await balanceOf(sql, cast.ana)).toBe(90);
  await change(sql, cast.ana, await readReservation(sql, id), { hours: 2 });
  expect(await balanceOf(sql, cast.ana)).toBe(90);
  expect(await paidFor(sql, { id })).toMatchObject({ paid: 10 });
  await cancel(sql, cast.ana, { id });
  expect(await balanceOf(sql, cast.ana)).toBe(100);
});

test('time with a price that an operator adds to a reservation that cost nothing is not missing in the books', async () => {
  const free = await createSpace(sql, { hourlyRate: 0, zonePrice: 0 });
  const { id } = await book(sql, cast.ana, { spaceId: free.spaceId, from: 2, to: 4 });
  await sql`update public.parking_spaces set hourly_rate = 5 where id = ${free.spaceId}`;
  await change(sql, cast.admin, await readReservation(sql, id), { hours: 3 });
  expect(await readPaidReservation(sql, id)).toMatchObject({ total_amount: '15.00', payment_method: null });
  expect(await balanceOf(sql, cast.ana)).toBe(100);
});

test('of a reservation from before the upgrade nothing is given back that was not paid', async () => {
  const old = await createReservation(sql, cast.ana, { ...space, from: 2, to: 6, amount: 20 });
  await change(sql, cast.ana, old, { hours: 1 });
  expect(await balanceOf(sql, cast.ana)).toBe(100);
  await change(sql, cast.ana, await readReservation(sql, old.id), { hours: 2 });
  expect(await balanceOf(sql, cast.ana)).toBe(95);
  expect(await problemOf(refundReservation(sql, cast.admin, old, { amount: 5.01 }))).toBe('refund-over-paid');
  await cancel(sql, cast.admin, old);
  expect(await balanceOf(sql, cast.ana)).toBe(100);
});

test('an operator gives back a part with a reason, in all never more than was paid', async () => {
  const reservation = await book(sql, cast.ana, { ...space, from: -0.5, to: 1.5 });
  expect(await refundReservation(sql, cast.admin, reservation, { amount: 3.33 })).toBe(3.33);
  expect(await paidFor(sql, reservation)).toEqual({ paid: 6.67, tax: 1.02 });
  const over = refundReservation(sql, cast.admin, reservation, { amount: 6.68 });
  await expect(over).rejects.toMatchObject({ hint: 'refund-over-paid', detail: '6.67' });
  expect(await refundReservation(sql, cast.admin, reservation, { amount: 6.67 })).toBe(6.67);
  expect(await paidFor(sql, reservation)).toEqual({ paid: 0, tax: 0 });
  expect(await balanceOf(sql, cast.ana)).toBe(100);
});

test('parts given back by the cent leave neither tax nor revenue below zero', async () => {
  await sql`update public.parking_spaces set hourly_rate = 0.32 where id = ${space.spaceId}`;
  const reservation = await book(sql, cast.ana, { ...space, from: 1, to: 1.25 });
  expect(await paidFor(sql, reservation)).toEqual({ paid: 0.08, tax: 0.01 });
  for (let cents = 8; cents > 0; cents -= 1) await refundReservation(sql, cast.admin, reservation, { amount: 0.01 });
  expect(await paidFor(sql, reservation)).toEqual({ paid: 0, tax: 0 });
});

test('a refund that is repeated with its key, also at once, is made once', async () => {
  const reservation = await book(sql, cast.ana, { ...space, from: -0.5, to: 1.5 });
  const key = randomUUID();
  await Promise.all(
    Array.from({ length: 5 }, () => refundReservation(sql, cast.admin, reservation, { amount: 2, key })),
  );
  expect(await balanceOf(sql, cast.ana)).toBe(92);
});

test.each(['0', '-1', 'NaN', 'Infinity', '-Infinity', '0.001'])('an operator gives back no %s', async (amount) => {
  const reservation = await book(sql, cast.ana, { ...space, from: 1, to: 2 });
  expect(await problemOf(refundReservation(sql, cast.admin, reservation, { amount }))).toBe('refund-over-paid');
  expect(await balanceOf(sql, cast.ana)).toBe(95);
});

test('only administrators give back, with a reason, for a reservation that exists', async () => {
  const reservation = await book(sql, cast.ana, { ...space, from: 1, to: 2 });
  for (const actor of [cast.ana, cast.beto, cast.suspended]) {
    expect(await refusalOf(refundReservation(sql, actor, reservation, { amount: 1 }))).toBe('42501');
  }
  for (const reason of [null, ' ', 'x'.repeat(301)]) {
    expect(await problemOf(refundReservation(sql, cast.admin, reservation, { amount: 1, reason }))).toBe(
      'reason-required',
    );
  }
  expect(await problemOf(refundReservation(sql, cast.admin, { id: randomUUID() }, { amount: 1 }))).toBe(
    'no-such-reservation',
  );
  expect(await balanceOf(sql, cast.ana)).toBe(95);
});

test('what is given back for a reservation of a deleted account waits for the operator', async () => {
  const reservation = await book(sql, cast.ana, { ...space, from: -0.5, to: 1.5 });
  await sql`select private.delete_account(${cast.ana.id})`;
  expect(await refundReservation(sql, cast.admin, reservation, { amount: 10, toSource: true })).toBe(10);
});

test('what an operator takes off the reservation of a deleted account waits for the operator', async () => {
  const reservation = await book(sql, cast.ana, { ...space, from: 0.2, to: 2.2 });
  // The driver is there already, so that the reservation is kept.
  await sql`update public.reservations set arrived_at = now() where id = ${reservation.id}`;
  await sql`select private.delete_account(${cast.ana.id})`;
  await change(sql, cast.admin, await readReservation(sql, reservation.id), { hours: 1 });
  expect(await paidFor(sql, reservation)).toMatchObject({ paid: 5 });
});

test('what is paid for a reservation that is over is kept by deleting the account', async () => {
  const reservation = await book(sql, cast.ana, { ...space, from: 1, to: 2 });
  await moveReservation(sql, reservation, -3);
  await leave(sql, cast.ana);
  expect(await paidFor(sql, reservation)).toMatchObject({ paid: 5 });
});
