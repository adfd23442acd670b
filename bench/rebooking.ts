import { randomUUID } from 'node:crypto';
import { startReplicas } from '../e2e/faults/targets.ts';
import { type Outcome, send } from '../e2e/faults/traffic.ts';
import type { Sql } from '../supabase-server/connections/sql.ts';
import { report } from './support/report.ts';

// 200 drivers extend, change and swap at the same moment, over 20 spaces and through two servers on one PostgreSQL. Each
// space has a reservation under way and nine that follow each other within minutes, so that all may be swapped; 20 more spaces are
// free. No reservation is lost, none overlaps another, and whoever gets nothing hears a reason at once.

const DRIVERS = 200;
const SPACES = 20;
const ROUNDS = 5;
/** Ten of them begin within the 15 minutes in which a space can be swapped. */
const RESERVATION_MS = 85_000;
const P99_GOAL_MS = 3000;
const RULE_BROKEN = '23514';

type Reservation = { id: string; user_id: string; parking_space_id: string; start_time: string; end_time: string };
type Timed = { call: string; outcome: Outcome; ms: number };

const target = await startReplicas({ servers: 2, drivers: DRIVERS });
const sql = target.connect();

/** One zone of 20 spaces, where each driver has a reservation; those under way have begun ten minutes ago. */
async function prepare(db: Sql): Promise<Reservation[]> {
  await db.unsafe(`
    update private.limits set changes_per_hour = 100000, swaps_per_hour = 100000, swaps_per_reservation = 1000;
    set session_replication_role = replica;
    delete from public.space_reports;
    delete from public.reservations;
    delete from public.parking_spaces;
    delete from public.parking_zones;
    insert into public.parking_zones (name, latitude, longitude, price_per_hour, lowest_rate, highest_rate)
      values ('Storm', 18.47, -69.9, 5, 5, 5);
    insert into public.parking_spaces (name, zone_id, hourly_rate)
      select 'S-' || n, z.id, 5 from public.parking_zones z, generate_series(1, ${SPACES} * 2) n;
    set session_replication_role = origin;`);
  const spaces = await db<{ id: string }[]>`select id from public.parking_spaces order by sort_name limit ${SPACES}`;
  const start = Date.now() - RESERVATION_MS / 2;
  const rows = target.drivers.map(({ id }, index) => {
    const nth = Math.floor(index / SPACES);
    return {
      id: randomUUID(),
      user_id: id,
      parking_space_id: spaces[index % SPACES]?.id ?? '',
      start_time: new Date(start + nth * RESERVATION_MS),
      end_time: new Date(start + (nth + 1) * RESERVATION_MS),
      total_amount: 5,
    };
  });
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into public.reservations ${tx(rows)}`;
  });
  await db`select private.refresh_status_of(array(select id from public.parking_spaces))`;
  return readReservations(db);
}

const readReservations = async (db: Sql): Promise<Reservation[]> =>
  db<Reservation[]>`
    select id, user_id, parking_space_id, start_time::text, end_time::text from public.reservations
    where status = 'active' order by start_time, id`;

/** What a driver asks for: one in three swaps, one extends, one moves the reservation to another space of the zone. */
function createCall(before: Reservation, index: number, spaceIds: readonly string[]): { name: string; body: object } {
  const { id: reservation, parking_space_id: space, start_time, end_time } = before;
  if (index % 3 === 0) return { name: 'swap_space', body: { reservation, seen_space: space, key: randomUUID() } };
  // A minute more overlaps the next reservation, unless that has just moved away.
  if (index % 3 === 1) return { name: 'extend_reservation', body: { reservation, hours: 1 / 60, seen_end: end_time } };
  const seen = { seen_start: start_time, seen_end: end_time, seen_space: space };
  const other = spaceIds[(index * 7) % spaceIds.length];
  return {
    name: 'change_reservation',
    body: { reservation, start_time, hours: 1 / 60, parking_space_id: other, ...seen },
  };
}

function storm(reservations: readonly Reservation[], spaceIds: readonly string[]): Promise<Timed[]> {
  return Promise.all(
    reservations.map(async (reservation, index) => {
      const server = target.servers[index % target.servers.length];
      const driver = target.drivers.find(({ id }) => id === reservation.user_id);
      if (!server || !driver) throw new Error('There are too few servers or drivers');
      const { name, body } = createCall(reservation, index, spaceIds);
      const startedAt = performance.now();
      const outcome = await send(server, driver, `/rest/v1/rpc/${name}`, body);
      return { call: name, outcome, ms: performance.now() - startedAt };
    }),
  );
}

const isDone = ({ outcome }: Timed) => outcome.status === 200;
const isRejected = ({ outcome: { status, body } }: Timed) => status === 400 && body.includes(RULE_BROKEN);

async function countOverlaps(db: Sql): Promise<number> {
  const [row] = await db<{ pairs: number }[]>`
    select count(*)::int as pairs from public.reservations a join public.reservations b
      on a.parking_space_id = b.parking_space_id and a.id < b.id
      and tstzrange(a.start_time, a.end_time) && tstzrange(b.start_time, b.end_time)
    where a.status = 'active' and b.status = 'active'`;
  return row?.pairs ?? Number.NaN;
}

try {
  const responses: Timed[] = [];
  let lost = 0;
  let overlaps = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const reservations = await prepare(sql);
    const spaces = await sql<{ id: string }[]>`select id from public.parking_spaces order by id`;
    const timed = await storm(
      reservations,
      spaces.map(({ id }) => id),
    );
    // The first round opens connections and prepares statements.
    if (round > 0) responses.push(...timed);
    lost += reservations.length - (await readReservations(sql)).length;
    overlaps += await countOverlaps(sql);
  }
  const others = responses.filter((one) => !isDone(one) && !isRejected(one));
  for (const { call, outcome } of others.slice(0, 5)) console.log(call, outcome.status, outcome.body);
  const times = responses.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const done = (call: string) => responses.filter((one) => one.call === call && isDone(one)).length / ROUNDS;
  const name = `${DRIVERS} drivers extend, change and swap over ${SPACES} spaces`;
  report({ name: `${name}: stays lost`, measured: lost, atMost: 0 });
  report({ name: `${name}: stays that overlap`, measured: overlaps, atMost: 0 });
  report(
    { name: `${name}: neither done nor rejected`, measured: others.length, atMost: 0 },
    `${done('extend_reservation')} extended, ${done('change_reservation')} changed and ${done('swap_space')} swapped a round`,
  );
  report(
    {
      name: `${name}: p99`,
      measured: times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN,
      unit: 'ms',
      atMost: P99_GOAL_MS,
    },
    `half within ${times[Math.floor(times.length / 2)]?.toFixed(0)} ms`,
  );
} finally {
  await sql.end();
  await target.stop();
}
