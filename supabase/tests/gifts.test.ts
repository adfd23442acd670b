import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, as, createSpace, hoursFromNow, problemOf, withoutRules, withProof } from './as.ts';
import { type Reservation, readReservation } from './changes-world.ts';
import * as money from './money-world.ts';
import { openMoney } from './world.ts';

// What one administrator gives within a day, in every way together: 5,000 at most. Each gift here is worth 3,000.

const { sql, cast } = await openMoney();
await sql`update public.installation_settings set wallet_correction_limit = 5000, top_up_max = 100000`;
let second: Actor;
beforeEach(async () => {
  second = (await money.createDrivers(sql)).admin;
});

const WHY = 'The barrier was stuck';
const WORTH = 3000;
const HOURLY = 1500;

const adjust = (person: Actor, amount: number, actor = cast.admin) =>
  as(sql, actor)`select public.adjust_wallet(${person.id}, ${amount}, ${WHY}, ${randomUUID()})`;

async function reserve(driver: Actor, { from = 24 } = {}): Promise<Reservation> {
  await money.fillWallet(sql, driver, WORTH);
  return money.book(sql, driver, { ...(await createSpace(sql, { hourlyRate: HOURLY })), from, to: from + 2 });
}
const cancelFor = ({ id }: { id: string }, reason: string | null, actor = cast.admin) =>
  as(sql, actor)`select public.cancel_reservation(${id}, false, ${reason})`;

type Give = (reason: string | null) => Promise<unknown>;

/** Prepares a gift to a driver; what comes back gives it. */
const GIFTS: Record<string, (driver: Actor) => Promise<Give>> = {
  'a corrected wallet': async ({ id }) => {
    return (reason) => as(sql, cast.admin)`select public.adjust_wallet(${id}, ${WORTH}, ${reason}, ${randomUUID()})`;
  },
  'a payment confirmed by hand': async (driver) => {
    const { id } = await money.startPayment(sql, driver, { amount: WORTH });
    return (reason) => as(sql, cast.admin)`select public.confirm_payment(${id}, ${`seen-${id}`}, ${reason})`;
  },
  'money of a reservation that goes back': async (driver) => {
    const reservation = await reserve(driver);
    return (reason) => money.refundReservation(sql, cast.admin, reservation, { amount: WORTH, reason });
  },
  'a top-up that goes back': async (driver) => {
    const payment = await money.topUp(sql, driver, WORTH);
    return (reason) => money.refundTopUp(sql, cast.admin, payment, { amount: WORTH, reason });
  },
  'a cancelled reservation that had begun': async (driver) => {
    const reservation = await reserve(driver, { from: -1 });
    return (reason) => cancelFor(reservation, reason);
  },
  'cash that goes back': async (driver) => {
    const { spaceId } = await createSpace(sql, { hourlyRate: HOURLY });
    const paid = { spaceId, from: 24, seenAmount: WORTH, paidAtDesk: WORTH };
    const reservation = await money.reserveForDriver(sql, second, driver, paid);
    await as(sql, cast.admin)`select public.move_cash(${randomUUID()}, 'in', ${WORTH}, ${WHY})`;
    return (reason) => cancelFor(reservation, reason);
  },
  'a free reservation': async (driver) => {
    const { spaceId } = await createSpace(sql, { hourlyRate: HOURLY });
    return (paidReason) => money.reserveForDriver(sql, cast.admin, driver, { spaceId, payment: 'free', paidReason });
  },
  'added time': async (driver) => {
    const { id, end_time: end } = await reserve(driver, { from: -1 });
    return (reason) => as(sql, cast.admin)`select public.extend_reservation(${id}, 2, ${end}, null, ${reason})`;
  },
  'more time before the start': async (driver) => {
    const { id, parking_space_id: space, start_time: start, end_time: end } = await reserve(driver);
    return (reason) =>
      as(sql, cast.admin)`
        select public.change_reservation(${id}, ${start}, 4, ${space}, ${start}, ${end}, ${space}, null, null, ${reason})`;
  },
  'a dearer space at the old price': async (driver) => {
    const { id, parking_space_id: from, start_time: start, end_time: end } = await reserve(driver);
    const { spaceId } = await createSpace(sql, { hourlyRate: 2 * HOURLY });
    return (reason) =>
      as(sql, cast.admin)`
        select public.move_reservation(${id}, ${spaceId}, ${start}, ${from}, ${start}, ${end}, ${reason})`;
  },
};

/** What administrators get for themselves as every driver does. */
const OWN: Record<string, string> = {
  'a cancelled reservation that had begun': 'nothing',
  'a free reservation': 'reservations-paid-here',
  'added time': 'wallet-too-low',
  'more time before the start': 'wallet-too-low',
};

describe.each(Object.keys(GIFTS))('%s', (kind) => {
  const prepare = (driver: Actor): Promise<Give> => {
    const gift = GIFTS[kind];
    if (gift === undefined) throw new Error(`There is no gift ${kind}`);
    return gift(driver);
  };
  /** What would be different if it had been given. */
  const readState = async ({ id }: Actor) =>
    sql`select status, total_amount, parking_space_id, (select sum(amount) from private.postings where user_id = ${id}) as balance
      from public.reservations where user_id = ${id}`;

  test('counts with what the administrator gave others, and is given within the limit', async () => {
    const give = await prepare(cast.ana);
    await adjust(cast.beto, 2000.01);
    const before = await readState(cast.ana);
    expect(await problemOf(give(WHY))).toBe('second-admin-required');
    expect([...(await readState(cast.ana))]).toEqual([...before]);
    await withoutRules(sql)`update private.gifts set amount = 2000 where amount = 2000.01`;
    await give(WHY);
    expect(await problemOf(adjust(cast.beto, 0.01))).toBe('second-admin-required');
    const log = await as(sql, second)`
      select actor_email from public.admin_audit_log
      where after ->> 'user_id' = ${cast.ana.id} and after ->> 'reason' = ${WHY} and abs((after ->> 'amount')::numeric) = ${WORTH}`;
    expect(log).toHaveLength(1);
  });

  test('needs a reason of ten letters, and is not given by administrators to themselves', async () => {
    const give = await prepare(cast.ana);
    for (const reason of [null, '. . . . . . . .', 'Too short']) {
      expect(await problemOf(give(reason))).toBe('reason-required');
    }
    expect(await sql`select from private.gifts where user_id = ${cast.ana.id}`).toHaveLength(0);
    // Somebody who was a driver first.
    const giveToOneself = await prepare(cast.beto);
    await sql`insert into public.user_roles (user_id, role) values (${cast.beto.id}, 'admin')`;
    cast.admin = cast.beto;
    const balance = await money.balanceOf(sql, cast.beto);
    const outcome = await giveToOneself(WHY).then(
      () => 'nothing',
      ({ hint }) => hint,
    );
    expect(outcome).toBe(OWN[kind] ?? 'own-money');
    expect(await money.balanceOf(sql, cast.beto)).toBe(balance);
    expect(await sql`select from private.gifts where user_id = ${cast.beto.id}`).toHaveLength(0);
  });

  test('is given above the limit to the person for whom another administrator allowed it', async () => {
    const give = await prepare(cast.ana);
    await adjust(cast.beto, 5000);
    const key = randomUUID();
    await as(sql, cast.admin)`
      select public.propose_correction(${key}, ${WHY}, ${cast.ana.id}, ${WORTH}, is_allowance => true)`;
    expect(await problemOf(give(WHY))).toBe('second-admin-required');
    const balance = await money.balanceOf(sql, cast.ana);
    await as(sql, second)`select public.decide_correction(${key}, true)`;
    expect(await money.balanceOf(sql, cast.ana)).toBe(balance);
    await give(WHY);
    expect(await problemOf(adjust(cast.ana, 0.01))).toBe('second-admin-required');
    expect(await problemOf(adjust(cast.beto, 0.01))).toBe('second-admin-required');
  });
});

test('an administrator who cancels a reservation that has not begun gives nothing, and needs no reason', async () => {
  await adjust(cast.beto, 5000);
  const reservation = await reserve(cast.ana);
  await as(sql, cast.admin)`update public.reservations set status = 'cancelled' where id = ${reservation.id}`;
  expect(await money.balanceOf(sql, cast.ana)).toBe(WORTH);
  const begun = await reserve(cast.ana, { from: -1 });
  const cancelling = as(sql, cast.admin)`update public.reservations set status = 'cancelled' where id = ${begun.id}`;
  expect(await problemOf(cancelling)).toBe('reason-required');
  expect(await readReservation(sql, begun.id)).toMatchObject({ status: 'active' });
});

test('money from invented cash reaches neither a card nor another person', async () => {
  const payment = await money.topUp(sql, cast.ana, WORTH);
  const first = await money.book(sql, cast.ana, {
    ...(await createSpace(sql, { hourlyRate: HOURLY })),
    from: 30,
    to: 32,
  });
  const { spaceId } = await createSpace(sql, { hourlyRate: HOURLY });
  const paid = { spaceId, from: 24, seenAmount: WORTH, paidAtDesk: WORTH };
  const invented = await money.reserveForDriver(sql, cast.admin, cast.ana, paid);
  await cancelFor(invented, WHY);
  expect(await money.balanceOf(sql, cast.ana)).toBe(0);
  await adjust(cast.ana, 1000, second);
  const refund = money.refundTopUp(sql, second, payment, { amount: 1000, reason: WHY });
  expect(await problemOf(refund)).toBe('refund-over-top-up');
  expect(await readReservation(sql, first.id)).toMatchObject({ status: 'active' });
});

test('what was given more than a day ago does not count, and nobody changes what was given', async () => {
  await adjust(cast.beto, 5000);
  await withoutRules(sql)`update private.gifts set created_at = ${hoursFromNow(-25)} where actor_id = ${cast.admin.id}`;
  await adjust(cast.ana, 5000);
  expect(await problemOf(sql`delete from private.gifts`)).toBe('42501');
});

const appoint = async (person: Actor, by = cast.admin) =>
  as(sql, await withProof(sql, by))`insert into public.user_roles (user_id, role) values (${person.id}, 'admin')`;

test('nobody decides on a gift to themselves, nor on one of whoever made them an administrator', async () => {
  const propose = async (person: Actor) => {
    const key = randomUUID();
    await as(sql, cast.admin)`select public.propose_correction(${key}, ${WHY}, ${person.id}, 7500)`;
    return key;
  };
  expect(await problemOf(propose(cast.admin))).toBe('own-money');
  const own = await propose(second);
  const decide = (key: string, actor: Actor, approve = true) =>
    as(sql, actor)`select public.decide_correction(${key}, ${approve})`;
  expect(await problemOf(decide(own, second))).toBe('own-money');
  await appoint(cast.beto);
  await withoutRules(sql)`update public.audit_log set created_at = now() - interval '29 days'`;
  const key = await propose(cast.ana);
  expect(await problemOf(decide(key, cast.beto))).toBe('correction-by-new-admin');
  await decide(await propose(cast.ana), cast.beto, false);
  await withoutRules(sql)`update public.audit_log set created_at = now() - interval '31 days'`;
  await decide(key, cast.beto);
});

test('for 30 days nobody approves what somebody proposes whom they made an administrator, nor do two of one appointer', async () => {
  await appoint(cast.beto);
  await appoint(cast.suspended);
  await as(sql, await withProof(sql, cast.admin))`
    update public.profiles set status = 'active' where user_id = ${cast.suspended.id}`;
  const key = randomUUID();
  await as(sql, cast.beto)`select public.propose_correction(${key}, ${WHY}, ${cast.ana.id}, 7500)`;
  const approve = (actor = cast.admin) => as(sql, actor)`select public.decide_correction(${key}, true)`;
  await withoutRules(sql)`update public.audit_log set created_at = now() - interval '29 days'`;
  expect(await problemOf(approve())).toBe('correction-by-new-admin');
  expect(await problemOf(approve(cast.suspended))).toBe('correction-by-new-admin');
  await withoutRules(sql)`update public.audit_log set created_at = now() - interval '31 days'`;
  await approve();
  expect(await money.balanceOf(sql, cast.ana)).toBe(7500);
});

test('administrators who appointed each other within a day have one limit together, also at once', async () => {
  const first = await money.createDrivers(sql);
  const further = await money.createDrivers(sql);
  const sibling = await money.createDrivers(sql);
  await appoint(first.beto);
  await appoint(further.beto, first.beto);
  await appoint(sibling.beto);
  const givers = [cast.admin, first.beto, further.beto, sibling.beto];
  const outcomes = await Promise.allSettled(givers.map((giver) => adjust(cast.ana, 2000, giver)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await adjust(cast.ana, 5000, second);
  await withoutRules(sql)`update public.audit_log set created_at = now() - interval '25 hours'`;
  await adjust(cast.ana, 3000, sibling.beto);
});

test('money of a stay whose driver has come in counts, also where it goes back for a shorter time', async () => {
  const { id, parking_space_id: space, start_time: start, end_time: end } = await reserve(cast.ana, { from: 0.3 });
  await withoutRules(sql)`update public.reservations set arrived_at = now() where id = ${id}`;
  const shorten = (reason: string | null) =>
    as(sql, cast.admin)`
      select public.change_reservation(${id}, ${start}, 1, ${space}, ${start}, ${end}, ${space}, null, null, ${reason})`;
  expect(await problemOf(shorten(null))).toBe('reason-required');
  await adjust(cast.beto, 3500.01);
  expect(await problemOf(shorten(WHY))).toBe('second-admin-required');
});

test('administrators move and shorten their own stay no cheaper than drivers once it is past the deadline', async () => {
  const own = await reserve(cast.admin, { from: 0.3 });
  const { id, parking_space_id: space, start_time: start, end_time: end } = own;
  const later = hoursFromNow(48);
  await as(sql, cast.admin)`
    select public.change_reservation(${id}, ${start}, 1, ${space}, ${start}, ${end}, ${space}, null, ${WORTH})`;
  await as(sql, cast.admin)`
    select public.move_reservation(${id}, ${space}, ${later}, ${space}, ${start}, ${start}::timestamptz + interval '1 hour')`;
  await cancelFor(own, WHY);
  expect(await money.balanceOf(sql, cast.admin)).toBe(0);
});
