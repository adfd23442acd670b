import { performance } from 'node:perf_hooks';
import { Hono } from 'hono';
import type { AppEnv } from '../server/caller.ts';
import { type CallerPool, openCallerPool } from '../server/database/connections/caller-pool.ts';
import { createDataApi } from '../server/postgrest/data-api.ts';
import { type BenchPostgres, log, startPostgres } from './support/postgres.ts';
import { median, report } from './support/report.ts';
import { availabilityPath, BOOKING_HEADERS, BOOKING_PATH, createBooking, ZONES_IN_VIEW } from './support/requests.ts';
import { fillWorld, findIds, type WorldSize } from './support/world.ts';

// How much slower requests of drivers become with more data: the same request to databases of several sizes, alternating call
// by call, so that a busy moment of the machine affects all of them.

const CALLS = 400;
const WARM_UP_CALLS = 40;
const FIRST: WorldSize = { zones: 100, zonesInView: 50, spacesPerZone: 10, drivers: 1000, reservations: 1000 };
const RESERVATIONS = [1000, 100_000, 1_000_000];
const RESERVATIONS_GOAL = 1.3;
const ZONES = [100, 1000, 10_000];
const ZONES_GOAL = 1.5;

/** A database of one size, with the data API as one of its drivers. */
type World = {
  name: string;
  availability: (nth: number) => Promise<number>;
  book: (nth: number) => Promise<number>;
  zones: () => Promise<number>;
};

/** Sends a request. @returns the milliseconds it took. @throws when the response is an error */
async function timed(app: Hono<AppEnv>, path: string, init: RequestInit = {}): Promise<number> {
  const start = performance.now();
  const response = await app.request(path, init);
  const body = await response.text();
  const ms = performance.now() - start;
  if (!response.ok) throw new Error(`${path} responded ${response.status} ${body}`);
  return ms;
}

async function openWorld(postgres: BenchPostgres, size: WorldSize, pools: CallerPool[]): Promise<World> {
  const name = `world_${size.zones}_${size.reservations}`;
  const { sql } = await postgres.createDatabase(name);
  await fillWorld(sql, size);
  const { spaceIds, driverIds } = await findIds(sql);
  const [driver = ''] = driverIds;
  const callers = await openCallerPool(sql, log);
  pools.push(callers);
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set('caller', { role: 'authenticated', claims: { role: 'authenticated', sub: driver } });
      await next();
    })
    .route('/rest/v1', createDataApi({ sql, callers }));
  return {
    name,
    availability: (nth) => timed(app, availabilityPath(spaceIds[(nth * 7) % spaceIds.length] ?? '')),
    book: (nth) => {
      const body = createBooking(driver, spaceIds, nth * 7);
      return timed(app, BOOKING_PATH, { method: 'POST', headers: BOOKING_HEADERS, body });
    },
    zones: () => timed(app, ZONES_IN_VIEW),
  };
}

/** The median milliseconds of a request in each world. */
async function compare(
  worlds: readonly World[],
  send: (world: World, nth: number) => Promise<number>,
): Promise<number[]> {
  const times: number[][] = worlds.map(() => []);
  for (let nth = 0; nth < WARM_UP_CALLS + CALLS; nth += 1) {
    for (const [index, world] of worlds.entries()) {
      const ms = await send(world, nth);
      if (nth >= WARM_UP_CALLS) times[index]?.push(ms);
    }
  }
  return times.map(median);
}

type Measurement = {
  what: string;
  of: string;
  sizes: number[];
  goal: number;
  send: (world: World, nth: number) => Promise<number>;
};

async function measure(worlds: readonly World[], { what, of, sizes, goal, send }: Measurement): Promise<void> {
  const [first = Number.NaN, ...others] = await compare(worlds, send);
  for (const [index, ms] of others.entries()) {
    const name = `${what}, ${sizes[index + 1]?.toLocaleString('en')} for ${sizes[0]?.toLocaleString('en')} ${of}`;
    report({ name, measured: ms / first, atMost: goal }, `${ms.toFixed(2)} ms for ${first.toFixed(2)} ms`);
  }
}

const postgres = await startPostgres();
const pools: CallerPool[] = [];
try {
  const byReservations: World[] = [];
  for (const reservations of RESERVATIONS) {
    byReservations.push(await openWorld(postgres, { ...FIRST, reservations }, pools));
  }
  const common = { of: 'reservations', sizes: RESERVATIONS, goal: RESERVATIONS_GOAL };
  await measure(byReservations, { ...common, what: 'availability', send: (world, nth) => world.availability(nth) });
  await measure(byReservations, { ...common, what: 'booking', send: (world, nth) => world.book(nth) });
  const byZones: World[] = [];
  for (const zones of ZONES) {
    byZones.push(await openWorld(postgres, { ...FIRST, zones, reservations: 2000 }, pools));
  }
  const zonesOptions = { of: 'zones', sizes: ZONES, goal: ZONES_GOAL };
  await measure(byZones, { ...zonesOptions, what: 'map', send: (world) => world.zones() });
} finally {
  await Promise.all(pools.map((pool) => pool.close()));
  await postgres.stop();
}
