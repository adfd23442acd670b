import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TransactionSql } from '../../supabase-server/connections/sql.ts';
import {
  type Actor,
  ANONYMOUS,
  addSpace,
  as,
  createCast,
  createGuest,
  createPastReservation,
  fillWallets,
  one,
  readValue,
  SERVICE,
} from './as.ts';
import * as money from './money-world.ts';
import { assignRates, createRates, createRules } from './rates-world.ts';
import { createStaff } from './staff-world.ts';
import { openDatabase } from './world.ts';

// Who may do what in zone A, and with the books: every function that asks for a duty. What is tried is undone.

const sql = await openDatabase();
await money.preparePayments(sql);
const cast = await createCast(sql);
const { zoneA, spaceOfA, zoneB, spaceOfB, people: staff } = await createStaff(sql);
const { attendant, cashier, manager } = staff;
const guest = await createGuest(sql, 'A900001');
await fillWallets(sql);

/** In the order of the letters of each act: visitors and drivers; staff of A; staff of B; those who are left. */
const ACTORS: Actor[][] = [
  [ANONYMOUS, guest, cast.ana],
  [attendant, cashier, manager],
  [staff.attendantOfB, staff.cashierOfB, staff.managerOfB],
  [staff.accountant, staff.suspended, staff.tablet],
  [cast.admin],
];
/** One letter each: `y` does it, `-` finds nothing, `x` is refused, `n` is told that there is no such thing, `b` breaks a rule. */
const STAFF = 'xxx yyy xxx xxx y';
const CASHIERS = 'xxx xyy xxx xxx y';
const MANAGERS = 'xxx xxy xxx xxx y';
const STAFF_OF_ANY = 'xxx yyy yyy xxx y';
const CASHIERS_OF_ANY = 'xxx xyy xyy xxx y';
const MANAGERS_OF_ANY = 'xxx xxy xxy xxx y';
const ADMIN = 'xxx xxx xxx xxx y';
const BOOKS = 'xxx xxx xxx yxx y';
const NOBODY = 'xxx xxx xxx xxx x';

const free = await addSpace(sql, zoneA, { name: 'A-02' });
const ofStay = await addSpace(sql, zoneA, { name: 'A-03' });
const ofHold = await addSpace(sql, zoneA, { name: 'A-04' });
const ofOver = await addSpace(sql, zoneA, { name: 'A-05' });
await sql`
  insert into public.vehicles (user_id, name, plate, type)
  values (${cast.beto.id}, 'Yaris', 'A123456', 'sedan'), (${cast.ana.id}, 'Rio', 'A222222', 'sedan')`;
await sql`update public.parking_spaces set kavass_device_id = 'KV-1' where id = ${spaceOfA}`;
const booked = await money.book(sql, cast.beto, { spaceId: spaceOfA, from: 0.2, to: 2 });
const running = await money.book(sql, cast.beto, { spaceId: ofOver, from: -1, to: 1 });
const held = await money.book(sql, cast.ana, { spaceId: ofHold, from: 4, to: 6, method: 'card' });
const over = await createPastReservation(sql, cast.ana, { spaceId: free, status: 'active' });
const left = await createPastReservation(sql, cast.ana, { spaceId: free, endedHoursAgo: 30 });
await sql`insert into public.overstays (reservation_id, user_id, amount) values (${left}, ${cast.ana.id}, 5)`;
const stay = randomUUID();
await as(sql, cashier)`select public.enter_plate(${stay}, ${zoneA}, 'B100000', ${ofStay})`;
const shift = randomUUID();
await as(sql, cashier)`select public.open_shift(${shift}, ${zoneA}, 20)`;
const closed = await readValue<string>(sql`
  insert into public.shifts (id, cashier_id, cashier, zone_id, opening_float, closed_at, closed_by, counts, counted, expected, difference)
  values (gen_random_uuid(), gen_random_uuid(), 'Cashier', ${zoneA}, 0, now(), 'Cashier', '{}', 0, 0, 0) returning id`);
const movement = await readValue<string>(sql`
  insert into public.shift_movements (id, shift_id, kind, amount, state, made_by)
  values (gen_random_uuid(), ${shift}, 'drop', 60, 'waiting', 'Carla (cashier)') returning id`);
const rates = await createRates(sql, { per_hour: 5 });
await assignRates(sql, rates, { zone_id: zoneA });
const day = await readValue<string>(sql`
  insert into public.special_days (id, zone_id, first_day, last_day, kind, name)
  values (gen_random_uuid(), ${zoneA}, '2199-12-25', '2199-12-25', 'closed', 'Christmas') returning id`);
const listed = await readValue<string>(sql`
  insert into public.safelist (id, plate, zone_id, reason, valid_from, made_by)
  values (gen_random_uuid(), 'A123456', ${zoneA}, 'Owner', now(), 'Mario') returning id`);
const duty = await readValue<string>(sql`select id from public.zone_staff where user_id = ${attendant.id}`);

type Attempt = (tx: TransactionSql, actor: Actor) => Promise<{ count: number }>;
const month = `date_trunc('month', now())::date`;
const id = 'gen_random_uuid()';
const why = `'The driver phoned us'`;
const at = (moment: Date | string) => `'${new Date(moment).toISOString()}'`;
const starts = at(booked.start_time);
const ends = at(booked.end_time);
const moveBarrier =
  (action: string, reason: string | null): Attempt =>
  async (tx, { id: person }) => {
    await tx`select set_config('role', 'service_role', true), set_config('request.jwt.claims', '', true)`;
    return tx`select public.begin_barrier_command(${person}, ${booked.id}, ${action}, ${randomUUID()}, 'aal1', ${reason})`;
  };
const seen = (spaces: string[]) =>
  `'${JSON.stringify(spaces.map((space) => ({ id: space, status: 'available', version: null })))}'`;
const change = (columns: object) => `update_zone('${zoneA}', (select updated_at from public.parking_zones
  where id = '${zoneA}'), '${JSON.stringify(columns)}', 'all')`;

/** What is called, or done in another way. */
const ACTS: [act: string, outcomes: string, call: string | Attempt][] = [
  ['sees today', STAFF_OF_ANY, 'staff_today()'],
  ['sees a stay', STAFF, `stay_at_desk('${booked.id}')`],
  ['sees what staying longer costs', STAFF, `quote_overstay('${booked.id}')`],
  ['checks a plate', STAFF, `check_plate('A123456', '${zoneA}')`],
  ['checks a plate in any of their zones', STAFF_OF_ANY, `check_plate('A123456')`],
  ['makes a note', STAFF, `add_plate_note(${id}, 'A1', '${zoneA}', 'other')`],
  ['makes a note on a space in no zone', ADMIN, `add_plate_note(${id}, 'A1', null, 'other')`],
  ['marks an arrival', STAFF, `mark_arrival('${booked.id}', ${starts}, ${ends})`],
  ['takes an arrival back', STAFF, `unmark_arrival('${booked.id}', now())`],
  ['says that a car has left', STAFF, `mark_left('${over}')`],
  ['reports a space', STAFF, `report_space(${id}, '${spaceOfA}', 'The lamp is out')`],
  ['lets a car in', STAFF, `enter_plate(${id}, '${zoneA}', 'B200000')`],
  ['lets a car in on a space of B', 'xxx bbb xxx xxx b', `enter_plate(${id}, '${zoneA}', 'B200000', '${spaceOfB}')`],
  ['finds a driver', CASHIERS_OF_ANY, `find_drivers('A123456')`],
  ['adds a driver', CASHIERS_OF_ANY, `add_guest_driver('Luis', '+18095550101', 'A777001', 'Kia', 'sedan')`],
  ['looks into a wallet', CASHIERS_OF_ANY, `wallet_at_desk('${cast.beto.id}')`],
  [
    'reserves for a driver who pays in cash',
    'xxx xyb xxx xxx b',
    `reserve_for_driver(${id}, '${cast.beto.id}', '${spaceOfA}', now() + interval '1 day', 2, null, 10, 10, ${why})`,
  ],
  [
    'reserves for nothing',
    MANAGERS,
    `reserve_for_driver(${id}, '${cast.beto.id}', '${spaceOfA}', now() + interval '1 day', 2, null, null, null, ${why}, 'free')`,
  ],
  [
    'lets a driver stay longer from the wallet',
    MANAGERS,
    `extend_reservation('${running.id}', 1, ${at(running.end_time)}, 5, ${why}, 'wallet')`,
  ],
  ['gives free time', MANAGERS, `extend_reservation('${running.id}', 1, ${at(running.end_time)}, 5, ${why}, 'free')`],
  [
    'changes the time of a reservation',
    'xnn nnn nnn nxx y',
    `change_reservation('${booked.id}', ${ends}, 1, '${spaceOfA}', ${starts}, ${ends}, '${spaceOfA}')`,
  ],
  ['opens a shift', 'xxx xby xxx xxx y', `open_shift(${id}, '${zoneA}', 20)`],
  ['moves cash of the own drawer', 'xbb byb bbb bbb b', `move_cash(${id}, 'in', 5, ${why})`],
  ['corrects a closed shift', MANAGERS, `move_cash(${id}, 'correction', 5, ${why}, '${closed}')`],
  ['withdraws a movement', CASHIERS, `decide_movement('${movement}', false)`],
  ['confirms a movement', 'xxx xby xxx xxx y', `decide_movement('${movement}', true)`],
  ['closes a shift', 'xxx xbb xxx xxx b', `close_shift('${shift}', '{}')`],
  ['looks at the own shift', CASHIERS_OF_ANY, 'my_shift()'],
  ['lists shifts', 'xxx xxy xxy yxx y', 'list_shifts(private.country_day(now()), private.country_day(now()))'],
  ['brings money to the bank', ADMIN, `deposit_at_bank(${id}, 'safe', 1, 'B-12345')`],
  ['sees the price of an exit', CASHIERS, `quote_exit('${stay}')`],
  ['lets a car out that pays', 'xxx xyb xxx xxx b', `leave(${id}, '${stay}', 'cash', null, 1.25, ${why})`],
  ['lets a car out for nothing', MANAGERS, `leave(${id}, '${stay}', 'free', reason => ${why})`],
  ['says that a car did not pay', MANAGERS, `leave(${id}, '${stay}', 'unpaid', reason => ${why})`],
  ['takes the money of a hold', 'xxx xyb xxx xxx b', `pay_at_desk('${held.id}', 'cash', null, 10, ${why})`],
  ['takes what is owed from the wallet', MANAGERS, `pay_overstay('${left}', 'wallet', 5)`],
  ['takes what is owed in cash', 'xxx xyb xxx xxx b', `pay_overstay('${left}', 'wallet', 5, 5, ${why})`],
  ['waives what is owed', MANAGERS, `pay_overstay('${left}', 'free', reason => ${why})`],
  ['cancels', 'xnn nny nnn nnx y', `cancel_reservation('${booked.id}')`],
  ['lists where it could be', MANAGERS, `move_targets('${booked.id}', ${starts})`],
  [
    'moves it in the zone',
    MANAGERS,
    `move_reservation('${booked.id}', '${free}', ${starts}, '${spaceOfA}', ${starts}, ${ends})`,
  ],
  [
    'moves it to another zone',
    ADMIN,
    `move_reservation('${booked.id}', '${spaceOfB}', ${starts}, '${spaceOfA}', ${starts}, ${ends})`,
  ],
  ['looks for what an outage touches', MANAGERS, `list_touched_reservations(array['${spaceOfA}'::uuid])`],
  ['looks for what a closed day touches', MANAGERS, `list_touched_reservations(null, null, null, '${zoneA}')`],
  ['takes a space out of service', MANAGERS, `set_space_status(${seen([free])}, 'occupied')`],
  ['takes spaces of both zones out of service', ADMIN, `set_space_status(${seen([free, spaceOfB])}, 'occupied')`],
  ['sets the price of the zone', MANAGERS, change({ price_per_hour: 7 })],
  ['sets the hours of the zone', MANAGERS, change({ opening_hours: [{ days: '1', from: 360, to: 1320 }] })],
  ['renames the zone', ADMIN, change({ name: 'Another' })],
  ['sets what staying longer costs', ADMIN, change({ overstay: null })],
  ['reads the editor of rates', MANAGERS_OF_ANY, 'list_rates()'],
  ['writes rates of the zone', MANAGERS, `save_rates('${rates}', 'Plaza', '${JSON.stringify(createRules())}')`],
  ['withdraws rates of the zone', MANAGERS, `withdraw_rates('${rates}', null)`],
  ['gives the zone rates', MANAGERS, `assign_rates('${zoneA}', null, 'suv', '${rates}')`],
  ['gives a space rates', MANAGERS, `assign_rates(null, '${spaceOfA}', 'suv', '${rates}')`],
  [
    'adds a day with an event',
    MANAGERS,
    `add_special_day(${id}, '${zoneA}', private.country_day(now()), private.country_day(now()), 'event', 'Fair', null, 50)`,
  ],
  [
    'adds a day of all zones',
    ADMIN,
    `add_special_day(${id}, null, private.country_day(now()), private.country_day(now()), 'event', 'Fair', null, 50)`,
  ],
  ['ends a special day', MANAGERS, `end_special_day('${day}')`],
  ['reads the safelist', MANAGERS_OF_ANY, 'list_safelist()'],
  ['puts a plate on it', MANAGERS, `add_to_safelist(${id}, 'A1', '${zoneA}', 'Owner', '2026-01-01')`],
  ['puts a plate on that of all zones', ADMIN, `add_to_safelist(${id}, 'A1', null, 'Owner', '2026-01-01')`],
  ['takes a plate off it', MANAGERS, `end_on_safelist('${listed}')`],
  ['lists staff', 'x-- --y --y --- y', (tx) => tx`select from public.list_staff()`],
  ['invites an attendant of the zone', MANAGERS, `invite_staff('eva@parqueo.test', 'attendant', '${zoneA}')`],
  ['invites an attendant of all zones', ADMIN, `invite_staff('eva@parqueo.test', 'attendant', null)`],
  ['invites a cashier of the zone', ADMIN, `invite_staff('eva@parqueo.test', 'cashier', '${zoneA}')`],
  ['invites a manager of the zone', ADMIN, `invite_staff('eva@parqueo.test', 'manager', '${zoneA}')`],
  ['invites an accountant', ADMIN, `invite_staff('eva@parqueo.test', 'accountant', null)`],
  ['ends a duty in the zone', MANAGERS, `change_duty('${duty}', null, null)`],
  ['makes an attendant a cashier', ADMIN, `change_duty('${duty}', 'cashier', '${zoneA}')`],
  ['makes an attendant of A one of B', ADMIN, `change_duty('${duty}', 'attendant', '${zoneB}')`],
  ...[
    'accounts',
    'bridge',
    'bridge_lines',
    'cash',
    'journal',
    'open',
    'payments',
    'people',
    'receipts',
    'refunds',
    'totals',
    'wallets',
  ].map((file): [string, string, string] => [`reads ${file}`, BOOKS, `accounting_${file}(${month})`]),
  ...['papers_it1', 'papers_purchases', 'withheld_of_month'].map((paper): [string, string, string] => [
    `reads ${paper}`,
    BOOKS,
    `${paper}(${month})`,
  ]),
  ['reads the lines of a paper', BOOKS, `papers_lines('607', ${month})`],
  ['reads a package', BOOKS, `closed_month_part(${month}, 0)`],
  ['lists closed months', BOOKS, 'list_closed_months()'],
  ['reads the fiscal overview', BOOKS, 'fiscal_overview()'],
  ['closes the month', 'xxx xxx xxx xxx b', 'close_month(now()::date)'],
  ['looks at drivers with their names', ADMIN, 'todays_reservations()'],
  ['looks at the zone’s week', ADMIN, `zone_timeline('${zoneA}', now(), now())`],
  // Those of locked tablets are stopped by the server, which knows the session.
  ['lowers the barrier', 'xnn nny nnn nny n', moveBarrier('open', null)],
  ['raises the barrier with a reason', 'xnn nny nnn nny n', moveBarrier('close', 'A car stood on it')],
  ['raises the barrier without a reason', 'xnn nnb nnn nnb n', moveBarrier('close', ' ')],
  ['reads the drivers', 'x-- --- --- --- y', (tx) => tx`select from public.profiles where user_id = ${cast.beto.id}`],
  ['reads the reservation', 'x-- --- --- --- y', (tx) => tx`select from public.reservations where id = ${booked.id}`],
  [
    'ends it without a function',
    'x-- --- --- --- y',
    (tx) => tx`update public.reservations set status = 'cancelled' where id = ${booked.id}`,
  ],
  [
    'writes a space',
    'x-- --- --- --- y',
    (tx) => tx`update public.parking_spaces set hourly_rate = 1 where id = ${spaceOfA}`,
  ],
  ['reads the audit log', 'x-- --- --- --- y', (tx) => tx`select from public.audit_log limit 1`],
  [
    'gives a duty without a function',
    NOBODY,
    (tx) => tx`insert into public.zone_staff (user_id, duty) values (${cast.ana.id}, 'manager')`,
  ],
];

async function outcomeOf(actor: Actor, call: string | Attempt): Promise<string> {
  let count = -1;
  const undone = new Error('undone');
  const error = await as(sql, actor, async (tx) => {
    ({ count } = await (typeof call === 'string' ? tx.unsafe(`select from public.${call}`) : call(tx, actor)));
    throw undone;
  }).catch((thrown: unknown) => thrown);
  if (error === undone) return count === 0 ? '-' : 'y';
  const { code, hint, message } = error as Error & { code?: string; hint?: string };
  if (hint === 'no-such-reservation' || hint === 'barrier-without-reservation') return 'n';
  if (code === '42501' || (code === '23514' && hint === undefined)) return 'x';
  return code === '23514' ? 'b' : `(${code} ${hint} ${message})`;
}

test.each(ACTS)('who %s: %s', async (_, outcomes, call) => {
  const found: string[] = [];
  for (const group of ACTORS) {
    const letters = [];
    for (const actor of group) letters.push(await outcomeOf(actor, call));
    found.push(letters.join(''));
  }
  // A list of nothing says no more than none.
  const said = typeof call === 'string' ? found.join(' ').replaceAll('-', 'y') : found.join(' ');
  expect(said).toBe(outcomes);
});

test('every function that asks for a duty has a line here', async () => {
  const functions = await sql<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute')
      and pg_get_functiondef(oid) ~ 'require_duty|require_rates|require_giver|check_month|is_paid_at_desk|private[.]may\\(|zones_with'`;
  const called = ACTS.map(([, , call]) => (typeof call === 'string' ? call.replace(/\(.*/s, '') : 'list_staff'));
  expect(functions.map(({ name }) => name).filter((name) => !called.includes(name))).toEqual([]);
});

test('what staff see of today names nobody', async () => {
  const [row] = await as(sql, attendant)`select * from public.staff_today()`;
  expect(Object.keys(row ?? {})).toEqual(
    'id space_id space_name zone_id zone_name plate start_time end_time status arrived_at is_open warning paid_until'.split(
      ' ',
    ),
  );
});

test('a command of a manager to a barrier is logged with its reason, and a repeat is the same command', async () => {
  const key = randomUUID();
  const command = () => as(sql, SERVICE)<{ begun: { is_new: boolean } }[]>`
    select public.begin_barrier_command(${manager.id}, ${booked.id}, 'close', ${key}, 'aal1', 'A car stood on it') as begun`;
  expect((await one(command())).begun.is_new).toBe(true);
  expect((await one(command())).begun.is_new).toBe(false);
  const [entry] = await sql`
    select after ->> 'reason' as reason, actor_role from public.audit_log
    where subject_table = 'locks' and actor_id = ${manager.id} order by id desc limit 1`;
  expect(entry).toEqual({ reason: 'A car stood on it', actor_role: 'manager' });
});

test('what a manager does stands in the audit log under name and duty', async () => {
  await as(sql, manager, async (tx) => {
    await tx.unsafe(`select public.${change({ price_per_hour: 9 })}`);
    await tx`select public.cancel_reservation(${booked.id}, false, 'The driver phoned')`;
  });
  const entries = await sql`
    select subject_table, actor_name, actor_role from public.audit_log
    where actor_id = ${manager.id} and subject_table in ('parking_zones', 'reservations') order by id`;
  expect(entries).toEqual([
    { subject_table: 'parking_zones', actor_name: 'Mario', actor_role: 'manager' },
    { subject_table: 'reservations', actor_name: 'Mario', actor_role: 'manager' },
  ]);
});
