const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;
/** A server that ran for so long failed for a new reason. */
const STEADY_MS = 60_000;

/**
 * How long to wait before a server that ended by a fault is started again: twice as long after each failure in a row.
 * @param {number} failures in a row before this one
 * @param {number} servedMs how long it served, in milliseconds
 * @returns {{ ms: number, failures: number }} the delay in milliseconds, and the failures in a row with this one
 */
export function restartDelay(failures, servedMs) {
  const before = servedMs >= STEADY_MS ? 0 : failures;
  return { ms: Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** before), failures: before + 1 };
}
