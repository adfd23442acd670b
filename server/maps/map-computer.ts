import { join } from 'node:path';
import type { Logger } from 'pino';
import { createSharedThread } from '../shared-thread.ts';

export type MapWorkerData = { dataDir: string | undefined };
/** A request to the worker, and the time that counts as now, in milliseconds since 1970. */
export type MapJob = { url: string; headers: Record<string, string>; now: number };
export type MapResult = { status: number; headers: [string, string][]; body: ArrayBuffer } | { error: unknown };

/** The map that the thread has loaded, and the fault of the imported map, if any. */
export type MapReady = { map: { source: string; streets: number; places: number }; damage: string | undefined };

const MAX_WAITING_OF_NETWORK = 50;
/** A last resort: each computation has limits that end it within a second or two. */
const TIME_LIMIT_MS = 10_000;

function reportMap({ map, damage }: MapReady, log?: Logger): void {
  if (damage !== undefined) {
    log?.warn(
      { reason: damage },
      'the imported map is damaged, so the built-in one is used; run "npm run maps:import" again',
    );
  }
  log?.info(map, 'map loaded');
}

const KINDS = ['tiles', 'still.svg', 'api', 'reverse'];
/** Every other address is a route, or as rare as an error. */
const findKind = ({ url }: MapJob) => KINDS.find((kind) => url.startsWith(`/${kind}`)) ?? 'route';

export type MapComputer = ReturnType<typeof createMapComputer>;

/** Computes tiles, pictures, routes and search results in a thread. */
export function createMapComputer(workerData: MapWorkerData, log?: Logger) {
  const thread = createSharedThread<MapJob, MapResult, MapReady>({
    file: join(import.meta.dirname, 'map-worker.ts'),
    workerData,
    log,
    timeLimitMs: TIME_LIMIT_MS,
    maxWaiting: MAX_WAITING_OF_NETWORK,
    onReady: (ready) => reportMap(ready, log),
  });
  return {
    /** Loads the map before the first request. */
    start: thread.start,
    /** @param networks of the client, the smallest first @throws ThreadBusyError, and what was thrown in the thread */
    async compute(networks: readonly [string, ...string[]], job: MapJob) {
      const result = await thread.run({ networks, kind: findKind(job) }, job);
      if ('error' in result) throw result.error;
      return result;
    },
  };
}
