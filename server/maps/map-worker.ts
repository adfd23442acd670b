import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Hono } from 'hono';
import type { MapJob, MapReady, MapResult, MapWorkerData } from './map-computer.ts';
import { loadMap } from './map-data.ts';
import { createRouteApi } from './route/route-api.ts';
import { createSearchApi } from './search/search-api.ts';
import { createStillApi } from './still/still-api.ts';
import { createTileApi, MapTiles } from './tiles.ts';

// A thread that computes tiles, pictures, routes and search results, one request after the other. Its first message says that
// it is ready, every other one is the result of a request.

// On Linux a priority is that of the thread that sets it: with few cores the rest of the server goes first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { dataDir } = workerData as MapWorkerData;
const { data, damage } = loadMap(dataDir);
const tiles = new MapTiles(data);
let time = new Date();
const api = new Hono()
  .route('/', createTileApi(tiles))
  .route('/', createStillApi(tiles))
  .route('/', createSearchApi(data))
  .route('/', createRouteApi({ streets: data.streets, now: () => time }));
api.onError((error) => {
  throw error;
});

async function compute({ url, headers, now }: MapJob): Promise<MapResult> {
  time = new Date(now);
  try {
    const response = await api.request(url, { headers });
    return { status: response.status, headers: [...response.headers], body: await response.arrayBuffer() };
  } catch (error) {
    return { error };
  }
}

parentPort?.on('message', async (job: MapJob) => parentPort?.postMessage(await compute(job)));
const ready: MapReady = {
  map: { source: data.source, streets: data.streets.length, places: data.places.length },
  damage,
};
parentPort?.postMessage(ready);
