import { performance } from 'node:perf_hooks';
import { Hono } from 'hono';
import { createMapsApi } from '../server/maps/maps-api.ts';
import { report } from './support/report.ts';

// How much slower a route, a search and a picture are than an empty handler, in one process and one run, so that the
// ratio is the same on slow and fast machines.

const ROUND_MS = 500;
const ROUNDS = 5;
const WARM_UP_CALLS = 300;
/** For 99 of 100 searches on the test machine; see docs/maps.md. */
const SEARCH_BUDGET_MS = 20;

/** For 99 of 100 pictures of a phone's first view on the test machine. */
const PICTURE_BUDGET_MS = 60;

const BARE = 'bare handler';

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

/** The address of the next call. */
type NextAddress = () => string;

function cycle(addresses: readonly string[]): NextAddress {
  let call = 0;
  return () => addresses[call++ % addresses.length] ?? '/bare';
}

let pictures = 0;

const CASES: Record<string, NextAddress> = {
  [BARE]: cycle(['/bare']),
  route: cycle(TRIPS.map((trip) => `/maps/route/v1/driving/${trip}?overview=full&geometries=geojson&steps=true`)),
  search: cycle(SEARCHES.map((q) => `/maps/api?q=${encodeURIComponent(q)}&lat=18.4861&lon=-69.9312&limit=5`)),
  reverse: cycle(TRIPS.map((trip) => trip.split(/[,;]/)).map(([lon, lat]) => `/maps/reverse?lat=${lat}&lon=${lon}`)),
  // Each at another place, because recent pictures are cached.
  picture: () => `/maps/still.svg?lat=${(18.48 + pictures++ / 1e6).toFixed(6)}&lng=-69.93&zoom=13&width=390&height=844`,
};

type Calls = { until: number } | { count: number };

/** Makes calls one after the other. @returns the milliseconds of each call */
async function measureTimes(next: NextAddress, calls: Calls): Promise<number[]> {
  const times: number[] = [];
  const isDone = () => ('count' in calls ? times.length >= calls.count : performance.now() >= calls.until);
  while (!isDone()) {
    const start = performance.now();
    const response = await app.request(next());
    if (response.status !== 200) throw new Error(`${response.url} responded ${response.status}`);
    await response.arrayBuffer();
    times.push(performance.now() - start);
  }
  return times;
}

/** The time within which the given share (0 to 1) of all calls ended. */
function percentile(share: number, sorted: readonly number[]): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const measured = new Map<string, number[]>();
for (const next of Object.values(CASES)) await measureTimes(next, { count: WARM_UP_CALLS });
// Alternating, so that a busy moment of the machine affects all cases.
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, next] of Object.entries(CASES)) {
    const times = await measureTimes(next, { until: performance.now() + ROUND_MS });
    measured.set(name, [...(measured.get(name) ?? []), ...times]);
  }
}

const figures = [...measured].map(([name, times]) => {
  const sorted = times.toSorted((a, b) => a - b);
  return { name, calls: sorted.length, medianMs: percentile(0.5, sorted), p99Ms: percentile(0.99, sorted) };
});
const bareMs = figures.find(({ name }) => name === BARE)?.medianMs ?? Number.NaN;
console.log('               calls   median      p99       median over the bare handler');
for (const { name, calls, medianMs, p99Ms } of figures) {
  const cells = [String(calls).padStart(6), `${medianMs.toFixed(3)} ms`, `${p99Ms.toFixed(3)} ms`.padStart(10)];
  console.log(`${name.padEnd(14)} ${cells.join('  ')}  ${(medianMs / bareMs).toFixed(1)} x`);
}
const findP99 = (name: string) => figures.find((each) => each.name === name)?.p99Ms ?? Number.NaN;
report({ name: '99 of 100 searches', measured: findP99('search'), unit: 'ms', atMost: SEARCH_BUDGET_MS });
report({ name: '99 of 100 pictures', measured: findP99('picture'), unit: 'ms', atMost: PICTURE_BUDGET_MS });
