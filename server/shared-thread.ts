import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { createFairTurns, takeTurn } from '../supabase-server/turns.ts';

const MAX_WAIT_MS = 5000;
/** Starting the thread takes long on a busy machine. */
const MAX_WAIT_AT_START_MS = 20_000;

/** A thread has too much to do for this request, or failed at it. */
export class ThreadBusyError extends Error {
  override name = 'ThreadBusyError';
  readonly status: 429 | 503;

  constructor(status: 429 | 503, options?: ErrorOptions) {
    super('The server cannot respond right now. Please try again.', options);
    this.status = status;
  }
}

type Options<Ready> = {
  /** The module that the thread runs. Its first message says that it is ready, every other one is the result of a job. */
  file: string;
  workerData: unknown;
  /** Of one job, which is given up when it is over. */
  timeLimitMs: number;
  /** How many jobs of one network may wait. */
  maxWaiting: number;
  onReady?: (ready: Ready) => void;
  log?: Logger | undefined;
};

/** Who asks, from which networks, the smallest first, and for what kind of work. */
type Asker = { networks: readonly [string, ...string[]]; kind: string };

/**
 * Does what takes long in a thread of its own, so that nothing else of the server waits for it: job after job, the next one
 * from the network that has had the least of its time. The thread starts with the first job, and anew after it ended.
 */
export function createSharedThread<Job, Result, Ready = unknown>(options: Options<Ready>) {
  const { file, workerData, timeLimitMs, maxWaiting, onReady, log } = options;
  let current: { worker: Worker; isReady: Promise<unknown[]>; hasStarted: boolean } | undefined;
  const findTurn = createFairTurns({ maxWaiting, createError: () => new ThreadBusyError(429) });

  function start() {
    if (current !== undefined) return current;
    const worker = new Worker(file, { workerData });
    const started = { worker, isReady: once(worker, 'message'), hasStarted: false };
    worker.on('error', (err) => log?.error({ err, file }, 'a thread failed'));
    worker.once('exit', () => {
      if (current === started) current = undefined;
    });
    // The job that waits for it fails with the same error.
    started.isReady.then(
      ([ready]: unknown[]) => {
        started.hasStarted = true;
        onReady?.(ready as Ready);
      },
      () => undefined,
    );
    // An idle thread does not keep the server alive.
    worker.unref();
    current = started;
    return started;
  }

  async function runNow(job: Job): Promise<Result> {
    const { worker, isReady } = start();
    worker.ref();
    try {
      await isReady;
      const result = once(worker, 'message');
      worker.postMessage(job);
      const [message] = await pTimeout(result, { milliseconds: timeLimitMs });
      return message as Result;
    } catch (cause) {
      await worker.terminate();
      throw new ThreadBusyError(503, { cause });
    } finally {
      worker.unref();
    }
  }

  return {
    /** Starts the thread before its first job. */
    start: () => void start(),
    /** @throws ThreadBusyError */
    async run(asker: Asker, job: Job): Promise<Result> {
      const waitMs = start().hasStarted ? MAX_WAIT_MS : MAX_WAIT_AT_START_MS;
      const patience = { until: performance.now() + waitMs, createError: () => new ThreadBusyError(503) };
      return takeTurn([findTurn(asker)], patience, () => runNow(job));
    },
  };
}
