import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { TransactionSql } from '../../supabase-server/connections/sql.ts';
import { type Actor, ANONYMOUS, as, createCast, createSpace, fillWallets, one, SERVICE } from './as.ts';
import { openDatabase } from './world.ts';

// Who may do what with a reservation, a space and the prices of zone A, and with the books. What is tried is undone.

const sql = await openDatabase();
await sql`update private.installation set samples = false`;
const cast = await createCast(sql);
const staff = await createCast(sql);
const more = await createCast(sql);
await sql`delete from public.user_roles where user_id in (${staff.admin.id}, ${more.admin.id})`;
const [driver, attendant, cashier, managerOfA] = [cast.ana, staff.ana, staff.beto, staff.admin];
const [managerOfB, accountant, suspended, admin] = [more.ana, more.beto, cast.suspended, cast.admin];

const { zoneId: zoneA, spaceId } = await createSpace(sql);
const { zoneId: zoneB, spaceId: spaceOfB } = await createSpace(sql);
const [free] = await sql<{ id: string }[]>`
  insert into public.parking_spaces (name, zone_id, kavass_device_id) values ('A-02', ${zoneA}, 'KV-2') returning id`;
const freeSpace = free?.id ?? '';
await sql`update public.parking_spaces set kavass_device_id = 'KV-1' where id = ${spaceId}`;

/** One letter each: `y` does it, `-` finds nothing, `x` is refused, `n` is told that there is no such thing. */
const ACTORS: Actor[] = [ANONYMOUS, driver, attendant, cashier, managerOfA, managerOfB, accountant, suspended, admin];

type Booked = { id: string; start_time: Date; end_time: Date };
let booked: Booked;
beforeAll(async () => {
  await fillWallets(sql);
  await as(sql, admin)`update public.profiles set rating = 4 where user_id = ${driver.id}`;
  const duties: [Actor, string, string | null][] = [
    [attendant, 'attendant', zoneA],
    [cashier, 'cashier', zoneA],
    [managerOfA, 'manager', zoneA],
    [managerOfB, 'manager', zoneB],
    [accountant, 'accountant', null],
    [suspended, 'manager', zoneA],
  ];
  for (const [{ id }, duty, zone] of duties) {
    await sql`insert into public.zone_staff (user_id, duty, zone_id) values (${id}, ${duty}, ${zone})`;
  }
  const vehicle = await one(sql<{ id: string }[]>`
    insert into public.vehicles (user_id, name, plate, type) values (${cast.beto.id}, 'Yaris', 'A123456', 'sedan') returning id`);
  const { id } = await one(as(sql, cast.beto)<{ id: string }[]>`
    insert into public.reservations (id, user_id, parking_space_id, start_time, end_time, total_amount, status, vehicle_id)
    values (${randomUUID()}, ${cast.beto.id}, ${spaceId}, now() + interval '10 minutes', now() + interval '2 hours', 0, 'active', ${vehicle.id})
    returning id`);
  booked = await one(sql<Booked[]>`select id, start_time, end_time from public.reservations where id = ${id}`);
});

type Attempt = (tx: TransactionSql, actor: Actor) => Promise<{ count: number }>;
const move =
  (target: string): Attempt =>
  (tx) =>
    tx`
    select public.move_reservation(${booked.id}, ${target}, ${booked.start_time}, ${spaceId}, ${booked.start_time}, ${booked.end_time})`;
const changeZone =
  (changes: object): Attempt =>
  (tx) =>
    tx`
    select public.update_zone(${zoneA}, updated_at, ${tx.json(changes)}, 'all') from public.parking_zones where id = ${zoneA}`;
const moveBarrier =
  (action: string, reason: string | null): Attempt =>
  async (tx, { id }) => {
    await tx`select set_config('role', 'service_role', true), set_config('request.jwt.claims', '', true)`;
    return tx`select public.begin_barrier_command(${id}, ${booked.id}, ${action}, ${randomUUID()}, 'aal1', ${reason})`;
  };
const ask =
  (...functions: string[]): Attempt =>
  async (tx) => {
    for (const call of functions.slice(1)) await tx.unsafe(`select * from public.${call}`);
    return tx.unsafe(`select from public.${functions[0]}`);
  };
const month = `date_trunc('month', now())::date`;

/** Anonymous, driver, attendant, cashier, manager of A, manager of B, accountant, suspended manager, administrator. */
const ACTS: [act: string, outcomes: string, attempt: Attempt][] = [
  ['sees today', 'xxyyy-xxy', ask('staff_today()')],
  [
    'marks an arrival',
    'xxyyyxxxy',
    (tx) => tx`
    select public.mark_arrival(${booked.id}, ${booked.start_time}, ${booked.end_time})`,
  ],
  ['takes an arrival back', 'xxyyyxxxy', (tx) => tx`select public.unmark_arrival(${booked.id}, now())`],
  ['cancels', 'xnnnynnny', (tx) => tx`select public.cancel_reservation(${booked.id})`],
  [
    'lists where it could be',
    'xxxxyxxxy',
    (tx) => tx`select from public.move_targets(${booked.id}, ${booked.start_time})`,
  ],
  ['moves it in the zone', 'xxxxyxxxy', move(freeSpace)],
  ['moves it to another zone', 'xxxxxxxxy', move(spaceOfB)],
  [
    'looks for what an outage touches',
    'xxxxyxxxy',
    (tx) => tx`select from public.list_touched_reservations(array[${spaceId}::uuid])`,
  ],
  [
    'takes a space out of service',
    'xxxxyxxxy',
    (tx) => tx`
    select public.set_space_status(${tx.json([{ id: freeSpace, status: 'available', version: null }])}, 'maintenance', 'Broken')`,
  ],
  [
    'takes spaces of both zones out of service',
    'xxxxxxxxy',
    (tx) => tx`
    select public.set_space_status(${tx.json([
      { id: freeSpace, status: 'available', version: null },
      { id: spaceOfB, status: 'available', version: null },
    ])}, 'maintenance', 'Broken')`,
  ],
  ['sets the price of the zone', 'xxxxyxxxy', changeZone({ price_per_hour: 7 })],
  ['renames the zone', 'xxxxxxxxy', changeZone({ name: 'Another' })],
  ['lowers the barrier', 'xnnnynnnn', moveBarrier('open', null)],
  ['raises the barrier with a reason', 'xnnnynnnn', moveBarrier('close', 'A car stood on it')],
  ['raises the barrier without a reason', 'xnnnbnnnn', moveBarrier('close', ' ')],
  [
    'reads the month',
    'xxxxxxyxy',
    ask(
      `accounting_totals(${month})`,
      `accounting_accounts(${month})`,
      `accounting_open(${month})`,
      `accounting_bridge(${month})`,
      `papers_it1(${month})`,
      `papers_purchases(${month})`,
    ),
  ],
  ['reads the fiscal overview', 'xxxxxxyxy', ask('fiscal_overview()')],
  ['closes the month', 'xxxxxxxxb', (tx) => tx`select public.close_month(now()::date)`],
  [
    'invites an attendant of the zone',
    'xxxxyxxxy',
    (tx) => tx`select public.invite_staff('eva@parqueo.test', 'attendant', ${zoneA})`,
  ],
  [
    'invites a manager of the zone',
    'xxxxxxxxy',
    (tx) => tx`select public.invite_staff('eva@parqueo.test', 'manager', ${zoneA})`,
  ],
  [
    'invites an accountant',
    'xxxxxxxxy',
    (tx) => tx`select public.invite_staff('eva@parqueo.test', 'accountant', null)`,
  ],
  ['ends a duty in the zone', 'xxxxyxxxy', (tx) => tx`select public.change_duty(${duty}, null, null)`],
  ['looks at drivers with their names', 'xxxxxxxxy', ask('todays_reservations()')],
  ['looks at the zone’s week', 'xxxxxxxxy', (tx) => tx`select public.zone_timeline(${zoneA}, now(), now())`],
  ['reads the drivers', 'x-------y', (tx) => tx`select from public.profiles where user_id = ${cast.beto.id}`],
  ['reads the reservation', 'x-------y', (tx) => tx`select from public.reservations where id = ${booked.id}`],
  [
    'ends it without a function',
    'x-------y',
    (tx) => tx`update public.reservations set status = 'cancelled' where id = ${booked.id}`,
  ],
  ['writes a space', 'x-------y', (tx) => tx`update public.parking_spaces set hourly_rate = 1 where id = ${spaceId}`],
  ['reads the audit log', 'x-------y', (tx) => tx`select from public.audit_log limit 1`],
  [
    'gives a duty without a function',
    'xxxxxxxxx',
    (tx) => tx`
    insert into public.zone_staff (user_id, duty) values (${driver.id}, 'manager')`,
  ],
];

let duty = '';
beforeAll(async () => {
  const row = await one(sql<{ id: string }[]>`select id from public.zone_staff where user_id = ${attendant.id}`);
  duty = row.id;
});

async function outcomeOf(actor: Actor, attempt: Attempt): Promise<string> {
  let count = -1;
  const undone = new Error('undone');
  const error = await as(sql, actor, async (tx) => {
    ({ count } = await attempt(tx, actor));
    throw undone;
  }).catch((thrown: unknown) => thrown);
  if (error === undone) return count === 0 ? '-' : 'y';
  const { code, hint, message } = error as Error & { code?: string; hint?: string };
  if (hint === 'no-such-reservation' || hint === 'barrier-without-reservation') return 'n';
  if (code === '42501' || (code === '23514' && hint === undefined)) return 'x';
  return code === '23514' ? 'b' : `(${code} ${hint} ${message})`;
}

test.each(ACTS)('who %s: %s', async (_, outcomes, attempt) => {
  const found: string[] = [];
  for (const actor of ACTORS) found.push(await outcomeOf(actor, attempt));
  expect(found.join('')).toBe(outcomes);
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
    select public.begin_barrier_command(${managerOfA.id}, ${booked.id}, 'close', ${key}, 'aal1', 'A car stood on it') as begun`;
  expect((await one(command())).begun.is_new).toBe(true);
  expect((await one(command())).begun.is_new).toBe(false);
  const [entry] = await sql`
    select after ->> 'reason' as reason, actor_role from public.audit_log
    where subject_table = 'locks' and actor_id = ${managerOfA.id} order by id desc limit 1`;
  expect(entry).toEqual({ reason: 'A car stood on it', actor_role: 'manager' });
});

test('what a manager does stands in the audit log under name and duty', async () => {
  await as(sql, managerOfA, async (tx) => {
    await changeZone({ price_per_hour: 9 })(tx, managerOfA);
    await tx`select public.cancel_reservation(${booked.id}, false, 'The driver phoned')`;
  });
  const entries = await sql`
    select subject_table, actor_name, actor_role from public.audit_log
    where actor_id = ${managerOfA.id} and subject_table in ('parking_zones', 'reservations') order by id`;
  expect(entries).toEqual([
    { subject_table: 'parking_zones', actor_name: 'Ada', actor_role: 'manager' },
    { subject_table: 'reservations', actor_name: 'Ada', actor_role: 'manager' },
  ]);
});
