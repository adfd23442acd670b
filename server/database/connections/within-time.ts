import { once } from 'node:events';

/**
 * Waits for work no longer than a limit in milliseconds; the work itself goes on.
 * @throws what `toError` makes of the reason when the time is over
 */
export async function withinTime<Result>(
  work: Promise<Result>,
  limitMs: number,
  toError: (reason: unknown) => unknown = (reason) => reason,
): Promise<Result> {
  const signal = AbortSignal.timeout(limitMs);
  const late = once(signal, 'abort').then(() => {
    throw toError(signal.reason);
  });
  return Promise.race([work, late]);
}
