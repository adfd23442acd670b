import { join } from 'node:path';
import type { Logger } from 'pino';
import { createSharedThread } from '../shared-thread.ts';
import type { FiscalValues } from './read-signed.ts';

/** A document of a stranger, and the time that counts as now, in milliseconds since 1970. */
export type ReadingJob = { xml: string; now: number };

/** Who signed a document with a trusted certificate, and what it says; else what it claims. */
export type ReadingResult =
  | { signer: string; root: string; values: FiscalValues; securityCode: string }
  | { signer: null; claims: FiscalValues };

const MAX_WAITING_OF_NETWORK = 5;
/** The longest document within the limits takes a fraction of it, also on a busy machine. */
const TIME_LIMIT_MS = 5000;

/** Reads documents of strangers in a thread. @param authorities certificates as PEM; null: none is trusted */
export function createDocumentReader(authorities: string | null, log?: Logger) {
  const thread = createSharedThread<ReadingJob, ReadingResult>({
    file: join(import.meta.dirname, 'document-worker.ts'),
    workerData: authorities,
    log,
    timeLimitMs: TIME_LIMIT_MS,
    maxWaiting: MAX_WAITING_OF_NETWORK,
  });
  return {
    /** @throws ThreadBusyError */
    read: (networks: readonly [string, ...string[]], job: ReadingJob) =>
      thread.run({ networks, kind: 'document' }, job),
  };
}
