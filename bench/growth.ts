import type { CallerPool } from '../supabase-server/connections/pool.ts';
import { startPostgres } from './support/postgres.ts';
import { fillWorld, type WorldSize } from './support/world.ts';
import { measureGrowth, openWorld, type World } from './support/worlds.ts';

// How much slower requests of drivers become with more data: the same request to databases of several sizes, alternating call
// by call.

const FIRST: WorldSize = { zones: 100, zonesInView: 50, spacesPerZone: 10, drivers: 1000, reservations: 1000 };
const RESERVATIONS = [1000, 100_000, 1_000_000];
const RESERVATIONS_GOAL = 1.3;
const ZONES = [100, 1000, 10_000];
const ZONES_GOAL = 1.5;

const postgres = await startPostgres();
const pools: CallerPool[] = [];

async function createWorlds(sizes: readonly WorldSize[]): Promise<World[]> {
  const worlds: World[] = [];
  for (const size of sizes) {
    const { sql, maintenance } = await postgres.createDatabase(`world_${size.zones}_${size.reservations}`);
    await fillWorld(maintenance, size);
    worlds.push(await openWorld(sql, pools));
  }
  return worlds;
}

try {
  const byReservations = await createWorlds(RESERVATIONS.map((reservations) => ({ ...FIRST, reservations })));
  const common = { of: 'reservations', sizes: RESERVATIONS, goal: RESERVATIONS_GOAL };
  await measureGrowth(byReservations, {
    ...common,
    what: 'availability',
    send: (world, nth) => world.availability(nth),
  });
  await measureGrowth(byReservations, { ...common, what: 'booking', send: (world, nth) => world.book(nth) });
  const byZones = await createWorlds(ZONES.map((zones) => ({ ...FIRST, zones, reservations: 2000 })));
  await measureGrowth(byZones, {
    what: 'map',
    of: 'zones',
    sizes: ZONES,
    goal: ZONES_GOAL,
    send: (world) => world.zones(),
  });
} finally {
  await Promise.all(pools.map((pool) => pool.close()));
  await postgres.stop();
}
