import { performance } from 'node:perf_hooks';
import { Hono } from 'hono';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { type CallerPool, openCallerPool } from '../../supabase-server/connections/pool.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { createDataApi } from '../../supabase-server/postgrest/data-api.ts';
import { createOverviewCards } from './overview-cards.ts';
import { log } from './postgres.ts';
import { median, report } from './report.ts';
import {
  availabilityPath,
  BOOKING_HEADERS,
  BOOKING_PATH,
  createBooking,
  MAP_ZONES,
  pastReservationsPath,
} from './requests.ts';
import { findIds } from './world.ts';

const CALLS = 400;
const WARM_UP_CALLS = 40;
/** Far from each other, so that they are in different pages of the database, which the warm-up brings into memory. */
const STEP = 7919;

/** A database of one size, with the data API as one of its drivers and as an administrator. Each function sends a request. */
export type World = {
  availability: (nth: number) => Promise<number>;
  book: (nth: number) => Promise<number>;
  ownReservations: () => Promise<number>;
  zones: () => Promise<number>;
  /** All cards of the back office's overview, one after the other. */
  overview: () => Promise<number>;
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

/** Makes one of the drivers an administrator. @param pools the pool that it opens is added, for the caller to close */
export async function openWorld(sql: Sql, pools: CallerPool[]): Promise<World> {
  const { spaceIds, driverIds } = await findIds(sql);
  const [driver = '', admin = ''] = driverIds;
  await sql`insert into public.user_roles (user_id, role) values (${admin}, 'admin')`;
  const callers = openCallerPool(sql.target, log);
  pools.push(callers);
  const dataApi = createDataApi({ sql, callers });
  const createAppOf = (sub: string) =>
    new Hono<AppEnv>()
      .use(async (c, next) => {
        c.set('caller', { role: 'authenticated', claims: { role: 'authenticated', sub } });
        await next();
      })
      .route('/rest/v1', dataApi);
  const app = createAppOf(driver);
  const office = createAppOf(admin);
  const cards = createOverviewCards(new Date());
  return {
    availability: (nth) =>
      timed(app, availabilityPath(spaceIds[((nth % WARM_UP_CALLS) * STEP) % spaceIds.length] ?? '')),
    book: (nth) => {
      const body = createBooking(driver, spaceIds, nth * 7);
      return timed(app, BOOKING_PATH, { method: 'POST', headers: BOOKING_HEADERS, body });
    },
    ownReservations: () => timed(app, pastReservationsPath(driver)),
    zones: () => timed(app, MAP_ZONES),
    async overview() {
      let ms = 0;
      for (const { path, body } of cards) {
        const headers = { 'content-type': 'application/json' };
        ms += await timed(office, `/rest/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      }
      return ms;
    },
  };
}

type Measurement = {
  what: string;
  /** What the worlds have more and more of, and how many of it each. */
  of: string;
  sizes: readonly number[];
  /** How many times as long the request may take as in the first world. */
  goal: number;
  calls?: number;
  send: (world: World, nth: number) => Promise<number>;
};

/** Reports how much longer a request takes in each world than in the first one, by the medians. */
export async function measureGrowth(
  worlds: readonly World[],
  { what, of, sizes, goal, calls = CALLS, send }: Measurement,
): Promise<void> {
  const times: number[][] = worlds.map(() => []);
  const warmUp = Math.min(WARM_UP_CALLS, calls);
  for (let nth = 0; nth < warmUp + calls; nth += 1) {
    // One world after the other, so that a busy moment of the machine affects all of them.
    for (const [index, world] of worlds.entries()) {
      const ms = await send(world, nth);
      if (nth >= warmUp) times[index]?.push(ms);
    }
  }
  const [first = Number.NaN, ...others] = times.map(median);
  for (const [index, ms] of others.entries()) {
    const name = `${what}, ${sizes[index + 1]?.toLocaleString('en')} for ${sizes[0]?.toLocaleString('en')} ${of}`;
    report({ name, measured: ms / first, atMost: goal }, `${ms.toFixed(2)} ms for ${first.toFixed(2)} ms`);
  }
}
