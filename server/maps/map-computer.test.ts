import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { serveApp } from '../testing/listen.ts';
import type { LngLat } from './geometry.ts';
import { createMapsApi } from './maps-api.ts';

// Strangers ask an imported map for what takes long, and everybody else goes on.

const SIDE = 90;
/** The corners of a made-up town of blocks. Without a street between its halves no route leads from one to the other. */
const at = (x: number, y: number): LngLat => [-71 + x * 0.001, 18 + y * 0.001];
function* createStreets(): Generator<[LngLat, LngLat]> {
  for (let x = 0; x <= SIDE; x += 1) {
    for (let y = 0; y <= SIDE; y += 1) {
      if (x !== SIDE / 2) yield [at(x, y), at(x + 1, y)];
      yield [at(x, y), at(x, y + 1)];
    }
  }
}

async function writeTown(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'map');
  await mkdir(folder);
  const lines = Array.from(createStreets(), (coordinates, nth) =>
    JSON.stringify({
      type: 'Feature',
      properties: { name: `Calle ${nth}`, class: 'residential', oneway: false, speed_kmh: 30 },
      geometry: { type: 'LineString', coordinates },
    }),
  );
  await writeFile(join(folder, 'streets.geojsonl'), `${lines.join('\n')}\n`);
  await writeFile(join(folder, 'places.json'), '[]');
  const note = { format: 1, source: 'made-up', imported_at: new Date().toISOString(), data_at: null, bbox: null };
  const extent = [...at(0, 0), ...at(SIDE, SIDE)];
  await writeFile(join(folder, 'import.json'), JSON.stringify({ ...note, extent, streets: lines.length, places: 0 }));
}

let dataDir: string;
let server: Awaited<ReturnType<typeof serveApp>>;
const app = new Hono<AppEnv>();
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parqueo-town-'));
  await writeTown(dataDir);
  app.use(async (c, next) => {
    c.set('clientAddress', c.req.header('x-address') ?? '192.0.2.1');
    await next();
  });
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.route('/maps', createMapsApi({ config: { publicUrl: 'http://127.0.0.1:8080', dataDir } }));
  server = await serveApp(app);
  // The thread has loaded the map when it responds.
  expect((await ask(`/maps/route/v1/driving/${at(1, 1)};${at(2, 2)}`, '192.0.2.1')).status).toBe(200);
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true });
});

const ask = (path: string, address: string) => fetch(`${server.url}${path}`, { headers: { 'x-address': address } });

const acrossTown = (count: number) =>
  Array.from({ length: count }, (_, nth) => (nth % 2 === 0 ? at(0, 0) : at(SIDE / 2 - 1, SIDE))).join(';');
const intoTheOtherHalf = [at(0, 0), at(SIDE, SIDE)].join(';');
const PICTURE = `/maps/still.svg?lat=${at(0, SIDE / 2)[1]}&lng=${at(SIDE / 2, 0)[0]}&width=1600&height=1600`;

let pictures = 0;
const ATTACKS: Record<string, () => string> = {
  'routes of ten places': () => `/maps/route/v1/driving/${acrossTown(10)}?overview=full&steps=true`,
  'routes that do not exist': () => `/maps/route/v1/driving/${intoTheOtherHalf}`,
  'large pictures': () => {
    pictures += 1;
    return `${PICTURE}&zoom=${(14 + pictures / 1e6).toFixed(6)}`;
  },
  'searches that find every street': () => '/maps/api?q=c',
};

const STRANGERS = [
  ...Object.entries(ATTACKS).map(([what, path]) => ({ what, path, count: 8, toAddress: (_: number) => '203.0.113.7' })),
  {
    what: 'large pictures',
    path: ATTACKS['large pictures'] ?? (() => ''),
    count: 24,
    toAddress: (nth: number) => `2001:db8:9:${nth}::1`,
  },
];

test.each(STRANGERS)(
  '$what of $count strangers in one site delay neither health nor a route of another',
  async (all) => {
    const { path, count, toAddress } = all;
    let isOn = true;
    let answers = 0;
    const strangers = Array.from({ length: count }, async (_, nth) => {
      while (isOn) {
        await (await ask(path(), toAddress(nth))).arrayBuffer();
        answers += 1;
      }
    });
    onTestFinished(async () => {
      isOn = false;
      await Promise.all(strangers);
    });
    const waits: number[] = [];
    for (let nth = 0; nth < 10; nth += 1) {
      const askedAt = performance.now();
      expect((await ask('/healthz', '192.0.2.1')).status).toBe(200);
      waits.push(performance.now() - askedAt);
      await delay(50);
    }
    // Some may wait for the requests of this test, which are sent from the same thread.
    expect(waits.toSorted((a, b) => a - b)[7]).toBeLessThan(200);
    const answersBefore = answers;
    expect((await ask(`/maps/route/v1/driving/${at(1, 1)};${at(3, 3)}`, '192.0.2.1')).status).toBe(200);
    // It waits for the running request and few more, and not for all requests of the strangers.
    expect(answers - answersBefore).toBeLessThan(count);
  },
);

test('of very many requests of one network some are rejected at once, with a time to retry', async () => {
  const responses = await Promise.all(
    Array.from({ length: 70 }, () => ask(ATTACKS['routes of ten places']?.() ?? '', '203.0.113.8')),
  );
  const rejected = responses.filter(({ status }) => status === 429);
  expect(rejected.length).toBeGreaterThan(15);
  expect(rejected.every(({ headers }) => headers.get('retry-after') === '2')).toBe(true);
});
