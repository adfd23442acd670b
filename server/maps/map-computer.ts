import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { createFairTurns, takeTurn } from '../../supabase-server/turns.ts';

export type MapWorkerData = { dataDir: string | undefined };
/** A request to the worker, and the time that counts as now, in milliseconds since 1970. */
export type MapJob = { url: string; headers: Record<string, string>; now: number };
export type MapResult = { status: number; headers: [string, string][]; body: ArrayBuffer } | { error: unknown };

/** The map that the thread has loaded, and the fault of the imported map, if any. */
export type MapReady = { map: { source: string; streets: number; places: number }; damage: string | undefined };

const MAX_WAITING_OF_NETWORK = 50;
const MAX_WAIT_MS = 5000;
/** Until the thread has loaded its map, which takes a busy machine long. */
const MAX_WAIT_AT_START_MS = 20_000;
/** A last resort: each computation has limits that end it within a second or two. */
const TIME_LIMIT_MS = 10_000;

/** The map has too much to do for this request. */
export class MapBusyError extends Error {
  override name = 'MapBusyError';
  readonly status: 429 | 503;

  constructor(status: 429 | 503, options?: ErrorOptions) {
    super('The map cannot answer right now. Please try again.', options);
    this.status = status;
  }
}

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

/**
 * Computes what takes long in a thread of its own, so that nothing else of the server waits for it: request after request,
 * the next one from the network that has had the least of its time. The thread starts with the first request, and anew
 * after it ended.
 */
export function createMapComputer(workerData: MapWorkerData, log?: Logger) {
  let current: { worker: Worker; isReady: Promise<unknown[]>; hasMap: boolean } | undefined;
  const findTurn = createFairTurns({
    maxWaiting: MAX_WAITING_OF_NETWORK,
    createError: () => new MapBusyError(429),
  });

  function start() {
    if (current !== undefined) return current;
    const worker = new Worker(join(import.meta.dirname, 'map-worker.ts'), { workerData });
    const started = { worker, isReady: once(worker, 'message'), hasMap: false };
    worker.on('error', (err) => log?.error({ err }, 'the thread of the map failed'));
    worker.once('exit', () => {
      if (current === started) current = undefined;
    });
    // The request that waits for it fails with the same error.
    started.isReady.then(
      ([ready]: unknown[]) => {
        started.hasMap = true;
        reportMap(ready as MapReady, log);
      },
      () => undefined,
    );
    // An idle thread does not keep the server alive.
    worker.unref();
    current = started;
    return started;
  }

  async function run(job: MapJob): Promise<MapResult> {
    const { worker, isReady } = start();
    worker.ref();
    try {
      await isReady;
      const result = once(worker, 'message');
      worker.postMessage(job);
      const [message] = await pTimeout(result, { milliseconds: TIME_LIMIT_MS });
      return message as MapResult;
    } catch (cause) {
      await worker.terminate();
      throw new MapBusyError(503, { cause });
    } finally {
      worker.unref();
    }
  }

  return {
    /** Loads the map before the first request. */
    start: () => void start(),
    /**
     * @param networks of the client, the smallest first
     * @throws MapBusyError, and what was thrown in the thread
     */
    async compute(networks: readonly [string, ...string[]], job: MapJob) {
      const waitMs = start().hasMap ? MAX_WAIT_MS : MAX_WAIT_AT_START_MS;
      const patience = { until: performance.now() + waitMs, createError: () => new MapBusyError(503) };
      const result = await takeTurn([findTurn({ networks, kind: findKind(job) })], patience, () => run(job));
      if ('error' in result) throw result.error;
      return result;
    },
  };
}
