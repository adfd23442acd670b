import { performance } from 'node:perf_hooks';
import { Hono } from 'hono';
import { createMapsApi } from '../server/maps/maps-api.ts';

// How much dearer a route and a search are than a handler that only answers, in one process and one run, so that the
// ratio says the same on a slow and on a fast machine.

const ROUND_MS = 1000;
const ROUNDS = 5;
const WARM_UP_CALLS = 300;
/** A search has to stay under this on the test machine; see docs/maps.md. */
const SEARCH_BUDGET_MS = 20;

const app = new Hono()
  .get('/bare', (c) => c.json({ code: 'Ok', message: 'x'.repeat(1000) }))
  .route('/maps', createMapsApi({ config: { publicUrl: 'http://127.0.0.1:8080' } }));

const TRIPS = [
  '-69.9389,18.4839;-69.8839,18.4728',
  '-70.016,18.515;-69.796,18.4668',
  '-69.9312,18.4861;-69.9413,18.4640',
  '-69.899,18.553;-69.9887,18.423',
];
const SEARCHES = ['av wiston churchil', 'nunez de caceres', 'boca chica', 'hospital', 'm', 'plaza de la salud'];

const CASES: Record<string, string[]> = {
  'bare handler': ['/bare'],
  route: TRIPS.map((trip) => `/maps/route/v1/driving/${trip}?overview=full&geometries=geojson&steps=true`),
  search: SEARCHES.map((q) => `/maps/api?q=${encodeURIComponent(q)}&lat=18.4861&lon=-69.9312&limit=5`),
  reverse: TRIPS.map((trip) => trip.split(/[,;]/)).map(([lon, lat]) => `/maps/reverse?lat=${lat}&lon=${lon}`),
};

/** Calls the addresses in turn for a while and answers with the mean time of a call in milliseconds. */
async function meanMs(addresses: string[], calls: { until: number } | { count: number }): Promise<number> {
  const start = performance.now();
  let made = 0;
  const isDone = () => ('count' in calls ? made >= calls.count : performance.now() >= calls.until);
  while (!isDone()) {
    const answer = await app.request(addresses[made % addresses.length] ?? '/bare');
    if (answer.status !== 200) throw new Error(`${answer.url} answered ${answer.status}`);
    await answer.arrayBuffer();
    made += 1;
  }
  return (performance.now() - start) / made;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const times = new Map<string, number[]>();
for (const addresses of Object.values(CASES)) await meanMs(addresses, { count: WARM_UP_CALLS });
// In turns, so that a busy moment of the machine falls on all alike.
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, addresses] of Object.entries(CASES)) {
    const ms = await meanMs(addresses, { until: performance.now() + ROUND_MS / 2 });
    times.set(name, [...(times.get(name) ?? []), ms]);
  }
}

const bare = median(times.get('bare handler') ?? []);
for (const [name, values] of times) {
  const ms = median(values);
  console.log(`${name.padEnd(14)} ${ms.toFixed(3)} ms  ${(ms / bare).toFixed(1)} x the bare handler`);
}
const search = median(times.get('search') ?? []);
console.log(`search budget  ${search.toFixed(3)} of ${SEARCH_BUDGET_MS} ms`);
if (search > SEARCH_BUDGET_MS) process.exitCode = 1;
