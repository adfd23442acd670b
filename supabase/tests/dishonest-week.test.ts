import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Actor,
  addSpace,
  addVehicle,
  as,
  createPeople,
  createSpace,
  employ,
  one,
  problemOf,
  readValue,
  SERVICE,
  withoutRules,
  withProof,
} from './as.ts';
import * as money from './money-world.ts';
import { createRules } from './rates-world.ts';
import { openMoney } from './world.ts';

// A dishonest week: what one administrator tries alone, and what a cashier and a manager try at the gate. Nothing works
// beyond the limit of 5,000, all of it is in the log, and the month's report shows it.

const { sql, cast } = await openMoney();
await sql`
  update public.installation_settings set wallet_correction_limit = 5000, top_up_max = 100000, charges_drivers = true`;
const THIS_MONTH = new Date().toISOString().slice(0, 10);
const WHY = 'The barrier was stuck';
let honest: Actor;
beforeEach(async () => {
  honest = (await money.createDrivers(sql)).admin;
});

const report = async (of = cast.admin) =>
  Object.fromEntries(
    (
      await as(sql, honest)<{ kind: string; entries: string; given: string; taken: string; actor: string }[]>`
        select * from public.accounting_people(${THIS_MONTH}) where person = ${of.id}`
    ).map(({ kind, entries, given, taken, actor }) => [kind, [actor, ...[entries, given, taken].map(Number)]]),
  );
const setPrice = (space: string, price: number | null, actor = cast.admin) =>
  as(sql, actor)`update public.parking_spaces set hourly_rate = ${price} where id = ${space}`;
const give = (person: Actor, amount: number, actor = cast.admin) =>
  as(sql, actor)`select public.adjust_wallet(${person.id}, ${amount}, ${WHY}, ${randomUUID()})`;
const cashFor = (driver: Actor, amount: number, space: string, actor = cast.admin) =>
  money.reserveForDriver(sql, actor, driver, { spaceId: space, from: 24, seenAmount: amount, paidAtDesk: amount });
const cancel = (id: string, reason: string | null = WHY) =>
  as(sql, cast.admin)`select public.cancel_reservation(${id}, false, ${reason})`;

/** The administrator makes somebody a manager, who accepts. */
async function appoint(person: Actor, zone: string | null) {
  await as(sql, cast.admin)`select public.invite_staff(${person.email}, 'manager', ${zone})`;
  const mails = await as(sql, SERVICE)<{ kind: string; content: { token: string } }[]>`
    select kind, content from public.claim_notifications(1000)`;
  const token = mails.findLast(({ kind }) => kind === 'staff_invitation')?.content.token ?? '';
  await as(sql, person)`select public.accept_invitation(${token})`;
}

/** A refund that an administrator is to make in the portal. */
async function refundByHand(driver: Actor, method: 'card' | 'paypal' = 'card') {
  const payment = await money.topUp(sql, driver, 10, method);
  await money.refundTopUp(sql, honest, payment, { amount: 10, reason: WHY });
  const refund = await one(money.refundsOf(sql, payment));
  await money.finishRefund(sql, refund, 'manual');
  return { payment, refund };
}
const sayDone = ({ refund }: { refund: { id: string } }, reference: string, actor = cast.admin) =>
  as(sql, actor)`select public.finish_manual_refund(${refund.id}, true, ${reference})`;

test('Monday: takes cash and deletes the account, and the books still say who it was', async () => {
  const { spaceId } = await createSpace(sql, { hourlyRate: 100 });
  await cashFor(cast.ana, 200, spaceId);
  await as(sql, await withProof(sql, cast.admin))`select public.delete_my_account()`;
  expect(await sql`select from auth.users where id = ${cast.admin.id}`).toHaveLength(0);
  expect(await as(sql, honest)`select name, role from public.former_staff where person = ${cast.admin.id}`).toEqual([
    { name: 'Ada', role: 'admin' },
  ]);
  expect(
    await as(sql, honest)`
      select taken_by from public.accounting_cash(${THIS_MONTH}) where driver = ${cast.ana.email}`,
  ).toEqual([{ taken_by: 'Ada (admin)' }]);
  const log = await sql`select actor_name, actor_role from public.audit_log where actor_id = ${cast.admin.id}`;
  expect(new Set(log.map((entry) => JSON.stringify(entry)))).toEqual(
    new Set([JSON.stringify({ actor_name: 'Ada', actor_role: 'admin' })]),
  );
  expect(await problemOf(sql`delete from public.former_staff`)).toBe('42501');
});

test('an account that is deleted past the product keeps name and role too, and a driver leaves none', async () => {
  await employ(sql, cast.ana, 'cashier');
  await sql`delete from auth.users where id in (${cast.ana.id}, ${cast.beto.id})`;
  const { ana, beto } = cast;
  expect(await sql`select name, role from public.former_staff where person in (${ana.id}, ${beto.id})`).toEqual([
    { name: 'Ana', role: 'cashier' },
  ]);
});

test('Tuesday: sets a price to 0 for a friend and back, also step by step, and reaches the limit', async () => {
  const dear = await createSpace(sql, { hourlyRate: 100 });
  const other = await createSpace(sql, { hourlyRate: null, zonePrice: 110 });
  await setPrice(dear.spaceId, 0);
  await money.book(sql, cast.ana, { spaceId: dear.spaceId, from: 2, to: 4, method: null });
  await setPrice(dear.spaceId, 100);
  expect(await report()).toMatchObject({ price: ['Ada (admin)', 1, 2400, 0], prices: ['Ada (admin)', 2, 0, 0] });
  await setPrice(other.spaceId, 110);
  await setPrice(other.spaceId, 60);
  expect(await problemOf(setPrice(other.spaceId, 1))).toBe('prices-over-limit');
  expect(await problemOf(give(cast.beto, 2600.01))).toBe('second-admin-required');
  const lowerZone = (price: number, actor = cast.admin) =>
    as(sql, actor)`update public.parking_zones set price_per_hour = ${price} where id = ${other.zoneId}`;
  await setPrice(other.spaceId, null);
  expect(await problemOf(lowerZone(0))).toBe('prices-over-limit');
  // Above half of the zone's price, and below half of what the space cost today.
  await lowerZone(56);
  expect(await problemOf(lowerZone(1))).toBe('prices-over-limit');
  await lowerZone(110);
  const key = randomUUID();
  await as(sql, cast.admin)`select public.propose_correction(${key}, ${WHY}, null, 2640, is_allowance => true)`;
  await as(sql, honest)`select public.decide_correction(${key}, true)`;
  await lowerZone(0);
  await lowerZone(110);
});

test('Tuesday evening: gives a friend a space by rates of nothing, and takes them away', async () => {
  const { spaceId } = await createSpace(sql, { hourlyRate: 100 });
  const table = randomUUID();
  const rules = sql.json(createRules({ valid_from: '2020-01-01T00:00:00Z', per_hour: 0 }) as never);
  await as(sql, cast.admin)`select public.save_rates(${table}, 'Friends', ${rules})`;
  for (const given of [table, null])
    await as(sql, cast.admin)`select public.assign_rates(null, ${spaceId}, null, ${given})`;
  expect(await report()).toMatchObject({ prices: ['Ada (admin)', 3, 0, 0] });
});

test('Wednesday: turns charges off for an hour, which is worth a day of all spaces', async () => {
  await sql`delete from public.parking_spaces where id in (
    select s.id from public.parking_spaces s left join public.reservations r on r.parking_space_id = s.id where r.id is null)`;
  await createSpace(sql, { hourlyRate: 300 });
  const charge = async (yes: boolean, actor = cast.admin) =>
    as(sql, await withProof(sql, actor))`update public.installation_settings set charges_drivers = ${yes}`;
  expect(await problemOf(charge(false))).toBe('prices-over-limit');
  const key = randomUUID();
  await as(sql, cast.admin)`select public.propose_correction(${key}, ${WHY}, null, 1000000, is_allowance => true)`;
  await as(sql, honest)`select public.decide_correction(${key}, true)`;
  await charge(false);
  await charge(true);
  const { charges, charges_off: off } = await report();
  expect([charges?.[1], off]).toEqual([1, ['Ada (admin)', 1, 0, 0]]);
  // Whoever is alone decides prices alone.
  await sql`delete from public.user_roles where user_id <> ${honest.id}`;
  await charge(false, honest);
  await charge(true, honest);
});

test('Thursday: recycles the cash of a guest for the next customer', async () => {
  const { spaceId } = await createSpace(sql, { hourlyRate: 100 });
  const phone = `+1809${String(Date.now()).slice(-7)}`;
  const guest = await one(as(sql, cast.admin)<{ id: string }[]>`
    select user_id as id from public.add_guest_driver('Luis', ${phone}, 'A777001', 'Kia', 'sedan')`);
  const person: Actor = { role: 'authenticated', id: guest.id, email: null };
  const book = async (plate: string, from: number, paidAtDesk: number | null) =>
    money.reserveForDriver(sql, cast.admin, guest, {
      spaceId,
      from,
      seenAmount: 200,
      paidAtDesk,
      vehicleId: await addVehicle(sql, guest, plate),
    });
  const first = await book('A777001', 24, 200);
  expect(await problemOf(cancel(first.id, '. . . . . . . . . .'))).toBe('reason-required');
  await cancel(first.id);
  expect(await money.balanceOf(sql, person)).toBe(0);
  // What a guest has is for the own car.
  await give(person, 400);
  expect(await problemOf(book('A777002', 48, null))).toBe('guest-pays-for-own-car');
  const link = { payment: 'card', vehicleId: await addVehicle(sql, guest, 'A777002') };
  await money.reserveForDriver(sql, cast.admin, guest, { spaceId, from: 60, seenAmount: 200, ...link });
  expect(await problemOf(book('A777002', 48, null))).toBe('guest-pays-for-own-car');
  await book('A777002', 48, 200);
  expect(await problemOf(book('A777002', 52, 1))).toBe('guest-pays-for-own-car');
  await book('A777001', 72, null);
  expect(await report()).toMatchObject({ cash: ['Ada (admin)', 1, 200, 0], cancelled: ['Ada (admin)', 1, 0, 0] });
});

test('Friday: gives to five friends and takes from a sixth, and asks a friend to approve the rest', async () => {
  await give(cast.ana, 4900);
  for (const friend of [cast.beto, cast.suspended])
    expect(await problemOf(give(friend, 4900))).toBe('second-admin-required');
  await give(cast.ana, -4900);
  expect(await report()).toMatchObject({ correction: ['Ada (admin)', 2, 4900, 4900] });
  await as(sql, await withProof(sql, cast.admin))`
    insert into public.user_roles (user_id, role) values (${cast.beto.id}, 'admin')`;
  const key = randomUUID();
  await as(sql, cast.admin)`select public.propose_correction(${key}, ${WHY}, ${cast.ana.id}, 9000)`;
  await as(sql, honest)`select public.decide_correction(${key}, false)`;
  const mails = await sql`
    select user_id, content ->> 'event' as event from public.notifications where kind = 'correction' and cause like ${`%${key}%`}`;
  expect(mails).toEqual(
    expect.arrayContaining([
      { user_id: honest.id, event: 'proposed' },
      { user_id: cast.beto.id, event: 'proposed' },
      { user_id: cast.admin.id, event: 'declined' },
    ]),
  );
});

test('Friday evening: raises the limit for tomorrow, and invites managers with own limits', async () => {
  const raise = async (by: Actor) =>
    as(sql, await withProof(sql, by))`update public.installation_settings set wallet_correction_limit = 5001`;
  expect(await problemOf(raise(cast.admin))).toBe('owner-raises-limit');
  await appoint(cast.beto, null);
  const together = await sql`select private.list_appointed(${cast.beto.id}, '24 hours') as id`;
  expect(together.map(({ id }) => id)).toEqual(expect.arrayContaining([cast.admin.id, cast.beto.id]));
  expect(await sql`select private.list_appointed(${honest.id}, '24 hours')`).toHaveLength(1);
});

test('Saturday: says that refunds were made in the portal, with a reference that nobody has', async () => {
  const first = await refundByHand(cast.ana);
  const second = await refundByHand(cast.beto);
  const own = await refundByHand(cast.admin);
  expect(await problemOf(sayDone(own, '123456'))).toBe('own-money');
  expect(await problemOf(sayDone(first, 'invented'))).toBe('reference-required');
  expect(await problemOf(sayDone(first, `${second.payment.provider_order}-123456`))).toBe('reference-required');
  await sayDone(first, '000123456');
  await sayDone(second, '654321');
  const a = await refundByHand(cast.ana, 'paypal');
  const b = await refundByHand(cast.beto, 'paypal');
  await sayDone(a, '9AB123');
  expect(await problemOf(sayDone(b, '9ab123'))).toBe('refund-reference-used');
  expect(await problemOf(sayDone(b, b.payment.provider_reference ?? ''))).toBe('reference-required');
  const listed = (payment: money.Payment, reference: string) => as(sql, SERVICE)`
    select public.record_reversal(${payment.provider}, ${payment.provider_order}, ${reference}, 'refund', 10, null)`;
  await listed(second.payment, `${second.payment.provider_order}-654321`);
  const orders = await as(sql, SERVICE)`select public.list_refunds_by_hand('azul', private.country_day(now())) as id`;
  expect(orders).toEqual(
    expect.arrayContaining([first, second].map(({ payment }) => ({ id: payment.provider_order }))),
  );
  await as(sql, SERVICE)`select public.finish_comparison('azul', private.country_day(now()))`;
  const differences = () => sql`
    select payment_id, outcome from public.payment_differences
    where kind = 'missing-there' and payment_id in (${first.payment.id}, ${second.payment.id})`;
  expect(await differences()).toEqual([{ payment_id: first.payment.id, outcome: null }]);
  const explain = (actor: Actor) => as(sql, actor)`
    update public.payment_differences set resolution = 'The list was late' where payment_id = ${first.payment.id}`;
  expect(await problemOf(explain(cast.admin))).toBe('difference-is-own');
  await listed(first.payment, `${first.payment.provider_order}-123456`);
  expect(await differences()).toEqual([{ payment_id: first.payment.id, outcome: 'repaired' }]);
});

test('on the first of the month each administrator who wants mail reads what everybody gave', async () => {
  await give(cast.ana, 4000);
  await withoutRules(
    sql,
  )`update private.gifts set created_at = private.start_of_month((now() - interval '1 month')::date)`;
  await sql`update public.user_settings set email_notifications = false where user_id = ${cast.admin.id}`;
  await sql.begin(async (tx) => {
    await tx`create or replace function private.country_day(moment timestamptz) returns date language sql stable
      return (date_trunc('month', moment) + interval '2 days')::date`;
    await tx`select private.report_people()`;
    await tx`select private.report_people()`;
    const mails = await tx<{ user_id: string; content: { people: object[] } }[]>`
      select user_id, content from public.notifications where kind = 'people' and user_id in (${honest.id}, ${cast.admin.id})`;
    expect(mails).toMatchObject([{ user_id: honest.id }]);
    expect(mails[0]?.content.people).toContainEqual({ actor: 'Ada (admin)', given: 4000, entries: 1 });
    await tx`rollback`;
  });
});

describe('at the gate', () => {
  let staff: Record<'cashier' | 'colleague' | 'manager' | 'other', Actor>;
  let gate: { zoneId: string; spaceId: string };
  let plate: string;
  beforeEach(async () => {
    staff = await createPeople(sql, { cashier: 'Carla', colleague: 'Celia', manager: 'Mario', other: 'Marta' });
    gate = await createSpace(sql, { hourlyRate: 100 });
    plate = createPlate();
    for (const person of [staff.cashier, staff.colleague]) {
      await employ(sql, person, 'cashier', gate.zoneId);
      await openShift(person);
    }
    await appoint(staff.manager, gate.zoneId);
    await appoint(staff.other, gate.zoneId);
  });
  const createPlate = () => `C${randomUUID().replaceAll('-', '').slice(0, 7).toUpperCase()}`;
  const openShift = (person: Actor) => as(sql, person)`select public.open_shift(${randomUUID()}, ${gate.zoneId}, 0)`;
  const enter = (actor = staff.cashier, typed = plate) =>
    readValue<{ id: string; is_new: boolean }>(
      as(sql, actor)`select public.enter_plate(${randomUUID()}, ${gate.zoneId}, ${typed})`,
    );
  /** A car that has been inside for so many hours. */
  const enterAged = async (hours: number, typed = plate) => {
    const stay = await enter(staff.cashier, typed);
    await withoutRules(sql)`
      update public.reservations set start_time = start_time - ${hours} * interval '1 hour' where id = ${stay.id}`;
    return stay;
  };
  type Exit = { method?: string; seen?: number | null; reference?: string | null };
  const leave = (actor: Actor, { id }: { id: string }, { method = 'cash', seen = null, reference = null }: Exit = {}) =>
    as(sql, actor)`select public.leave(${randomUUID()}, ${id}, ${method}, ${reference}, ${seen}, ${WHY})`;
  const rowOf = ({ id }: { id: string }) =>
    one(sql<{ status: string; total_amount: string; vehicle_plate: string; start_time: Date; end_time: Date }[]>`
      select status, total_amount, vehicle_plate, start_time, end_time from public.reservations where id = ${id}`);

  test('a cashier who takes cash without a ticket leaves the car in the list, whatever they try', async () => {
    const { cashier, colleague, manager } = staff;
    const stay = await enterAged(25);
    await withoutRules(sql)`update public.reservations set end_time = now() where id = ${stay.id}`;
    const vehicle = await readValue<string>(sql`select id from public.vehicles where plate = ${plate}`);
    const before = await rowOf(stay);
    const { start_time: start, end_time: end } = before;
    const attempts: Record<string, [problem: string, attempt: () => Promise<unknown>]> = {
      'says that it left': ['stay-is-open', () => as(sql, cashier)`select public.mark_left(${stay.id})`],
      cancels: [
        'no-such-reservation',
        () => as(sql, cashier)`select public.cancel_reservation(${stay.id}, false, ${WHY})`,
      ],
      'lets it out for less than nothing': ['price-changed', () => leave(cashier, stay, { seen: -2500 })],
      'changes its plate or its time': [
        'no-such-reservation',
        () => as(sql, cashier)`
          select public.change_reservation(${stay.id}, ${end}, 1, ${gate.spaceId}, ${start}, ${end}, ${gate.spaceId}, ${vehicle})`,
      ],
      'writes its plate': ['42501', () => as(sql, cashier)`update public.reservations set vehicle_plate = 'D1'`],
    };
    for (const [what, [problem, attempt]] of Object.entries(attempts)) {
      expect([what, await problemOf(attempt())]).toEqual([what, problem]);
    }
    for (const write of [
      as(sql, cashier)`update public.reservations set status = 'completed' where id = ${stay.id}`,
      as(sql, cashier)`update public.vehicles set plate = 'D1' where plate = ${plate}`,
    ])
      expect((await write).count).toBe(0);
    expect(await rowOf(stay)).toEqual(before);
    const list = await as(sql, manager)`select plate, warning from public.staff_today() where is_open`;
    expect(list).toEqual([{ plate, warning: 'meets' }]);
    // A car that comes again, and another ticket for its exit, show what happened.
    expect(await enter(colleague, plate.toLowerCase())).toMatchObject({ id: stay.id, is_new: false });
  });

  test('managers let no more go free in all ways together, and nothing of their own, as the report has it', async () => {
    const { manager, other } = staff;
    await leave(manager, await enterAged(20), { method: 'free' });
    await leave(manager, await enterAged(20), { method: 'unpaid' });
    const third = await enterAged(20);
    // Whoever was made one on the same day by the same administrator has no limit of their own.
    for (const [actor, method] of [
      [manager, 'free'],
      [other, 'free'],
      [other, 'unpaid'],
    ] as const) {
      expect(await problemOf(leave(actor, third, { method }))).toBe('second-admin-required');
    }
    const spaceId = await addSpace(sql, gate.zoneId, { name: 'A-02', hourlyRate: 100 });
    await money.fillWallet(sql, manager, 200);
    await addVehicle(sql, manager, plate);
    const late = await money.book(sql, manager, { spaceId, from: -3, to: -1 });
    await sql`insert into public.overstays (reservation_id, user_id, amount) values (${late.id}, ${manager.id}, 50)`;
    expect(await problemOf(as(sql, manager)`select public.pay_overstay(${late.id}, 'free', reason => ${WHY})`)).toBe(
      'own-money',
    );
    await openShift(manager);
    expect(await problemOf(as(sql, manager)`select public.pay_overstay(${late.id}, 'wallet', 50, 50, ${WHY})`)).toBe(
      'own-money',
    );
    expect(
      await problemOf(
        money.reserveForDriver(sql, manager, manager, {
          spaceId,
          seenAmount: 200,
          paidAtDesk: 200,
          from: 24,
        }),
      ),
    ).toBe('own-money');
    await as(sql, manager)`select public.move_cash(${randomUUID()}, 'out', 5, ${WHY})`;
    await as(sql, manager)`
      select public.add_to_safelist(${randomUUID()}, ${plate}, ${gate.zoneId}, 'A friend', private.country_day(now()))`;
    const told = await report(manager);
    expect(told).toMatchObject({ drawer: ['Mario (manager)', 1, 0, 0], listed: ['Mario (manager)', 1, 0, 0] });
    for (const kind of ['free', 'unpaid']) expect(Math.round(Number(told[kind]?.[2]) / 100)).toBe(20);
  });

  test('a manager who makes a day cheap for an hour reaches the limit, and the report has it', async () => {
    const { manager } = staff;
    const day = async (table: string, days: number, by = manager, zone: string | null = gate.zoneId) => {
      const id = randomUUID();
      await as(sql, by)`
        select public.add_special_day(${id}, ${zone}, day, day, 'table', 'Friends', ${table})
        from (select private.country_day(now()) + ${days}::int as day) d`;
      return id;
    };
    const save = (table: string, perHour: number, by = manager) =>
      as(sql, by)`select public.save_rates(${table}, 'Friends', ${sql.json(
        createRules({ valid_from: '2020-01-01T00:00:00Z', per_hour: perHour }) as never,
      )})`;
    const free = randomUUID();
    const fair = randomUUID();
    await save(free, 0);
    expect(await problemOf(day(free, -1))).toBe('special-days-out-of-range');
    const today = await day(free, 0);
    await as(sql, manager)`select public.end_special_day(${today})`;
    const entries = { price: ['Mario (manager)', 1, 2400, 0], prices: ['Mario (manager)', 3, 0, 0] };
    expect(await report(manager)).toMatchObject(entries);
    await day(free, 30);
    expect(await problemOf(day(free, 31))).toBe('prices-over-limit');
    expect(await problemOf(day(free, 31, honest, null))).toBe('prices-over-limit');
    // Rates that are lowered once a day has them.
    await save(fair, 100);
    await day(fair, 31);
    expect(await problemOf(save(fair, 0))).toBe('prices-over-limit');
  });
});
