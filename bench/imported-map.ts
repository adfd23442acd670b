import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { project } from '../domain/zones/map.ts';
import type { LngLat } from '../server/maps/geometry.ts';
import { createMapsApi } from '../server/maps/maps-api.ts';
import { report } from './support/report.ts';

// What a large imported map costs the server: a made-up town of blocks, its time to load, its memory, and a few requests.
// Time is the processor's, so that a busy machine says the same as an idle one.

const STREETS = 200_000;
const PLACES = 20_000;
const BENDS = 6;
const BLOCK_DEGREES = 0.0012;
const CORNER: LngLat = [-71.6, 17.9];
/** The memory it may take, see docs/maps.md. */
const BUDGET_MB = 1500;

const side = Math.round(Math.sqrt(STREETS / 2)) + 1;
const at = (x: number, y: number): LngLat => [
  Number((CORNER[0] + x * BLOCK_DEGREES + Math.sin(y) * 1e-4).toFixed(7)),
  Number((CORNER[1] + y * BLOCK_DEGREES + Math.cos(x) * 1e-4).toFixed(7)),
];

/** The class of every nth line of blocks. */
function findRoadClass(row: number): string {
  if (row % 40 === 0) return 'trunk';
  if (row % 20 === 0) return 'primary';
  if (row % 10 === 0) return 'secondary';
  return row % 5 === 0 ? 'tertiary' : 'residential';
}

function streetBetween(from: LngLat, to: LngLat, row: number, name: string, oneway: boolean) {
  const line = Array.from({ length: BENDS + 2 }, (_, i): LngLat => {
    const share = i / (BENDS + 1);
    return [
      Number((from[0] + (to[0] - from[0]) * share).toFixed(7)),
      Number((from[1] + (to[1] - from[1]) * share).toFixed(7)),
    ];
  });
  return {
    type: 'Feature',
    properties: { name, class: findRoadClass(row), oneway, speed_kmh: row % 40 === 0 ? 70 : 30 },
    geometry: { type: 'LineString', coordinates: line },
  };
}

/** Writes the town as an import leaves it; every third street has no name, every fifth is one-way. */
async function writeTown(folder: string): Promise<void> {
  let streets = 0;
  function* formatColumns() {
    for (let x = 0; x < side - 1; x++) {
      const lines: string[] = [];
      for (let y = 0; y < side - 1; y++) {
        for (const [toX, toY, row] of [
          [x + 1, y, y],
          [x, y + 1, x],
        ] as const) {
          const name = streets % 3 === 0 ? '' : `Calle ${toY === y ? 'E' : 'N'}${row} ${streets % 50}`;
          lines.push(JSON.stringify(streetBetween(at(x, y), at(toX, toY), row, name, streets % 5 === 0)), '\n');
          streets += 1;
        }
      }
      yield lines.join('');
    }
  }
  await pipeline(formatColumns(), createWriteStream(join(folder, 'streets.geojsonl')));
  const places = Array.from({ length: PLACES }, (_, i) => {
    const [lng, lat] = at((i * 7919) % side, (i * 104_729) % side);
    return { id: `node/${i}`, name: `Place ${i}`, kind: i < 500 ? 'city' : i < 4000 ? 'sector' : 'school', lat, lng };
  });
  await writeFile(join(folder, 'places.json'), JSON.stringify(places));
  const extent = [...at(0, 0), ...at(side, side)];
  const note = { format: 1, source: 'made-up', imported_at: new Date().toISOString(), data_at: null, bbox: null };
  await writeFile(join(folder, 'import.json'), JSON.stringify({ ...note, extent, streets, places: PLACES }));
}

async function timed<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  const start = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(start);
  console.log(`${what.padEnd(20)} ${((user + system) / 1000).toFixed(0).padStart(6)} ms`);
  return result;
}

const trip = (from: LngLat, to: LngLat) => `/route/v1/driving/${from};${to}?overview=full&steps=true`;
const CENTRE = at(Math.floor(side / 2), Math.floor(side / 2));

function tileAt([lng, lat]: LngLat, zoom: number): string {
  const { x, y } = project({ lat, lng });
  return `/tiles/1/${zoom}/${Math.floor(x * 2 ** zoom)}/${Math.floor(y * 2 ** zoom)}.mvt`;
}

const REQUESTS: Record<string, string> = {
  'first tile': tileAt(CENTRE, 14),
  'tile at zoom 13': tileAt(CENTRE, 13),
  'tile at zoom 10': tileAt(CENTRE, 10),
  'route of 40 blocks': trip(at(100, 100), at(140, 140)),
  'route of 200 blocks': trip(at(50, 50), at(250, 250)),
  'route across': trip(at(0, 0), at(side - 1, side - 1)),
  search: '/api?q=calle%20n100&lat=18&lon=-71.4',
  'search, one letter': '/api?q=e',
  reverse: '/reverse?lat=18.1&lon=-71.4',
};

const dataDir = await mkdtemp(join(tmpdir(), 'parqueo-bench-'));
try {
  await mkdir(join(dataDir, 'map'));
  await writeTown(join(dataDir, 'map'));
  const app = await timed('load', async () => {
    const api = createMapsApi({ config: { publicUrl: 'http://127.0.0.1:8080', dataDir } });
    // The thread of the map has loaded it when it responds.
    await api.request(trip(at(0, 0), at(0, 1)));
    return api;
  });
  for (const [what, address] of Object.entries(REQUESTS)) {
    await timed(what, async () => {
      const response = await app.request(address);
      if (response.status !== 200) throw new Error(`${address} responded with ${response.status}`);
      await response.arrayBuffer();
    });
  }
  const megabytes = process.memoryUsage().rss / 1e6;
  report({ name: 'memory of an imported map', measured: megabytes, unit: 'MB', atMost: BUDGET_MB });
} finally {
  await rm(dataDir, { recursive: true });
}
