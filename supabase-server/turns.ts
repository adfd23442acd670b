import pLimit, { type LimitFunction } from 'p-limit';

/** Until when somebody waits for a turn, by `performance.now()`, and the error that ends the wait. */
export type Patience = { until: number; createError: () => Error };

/**
 * Runs work once all limits let it, the outer limit first. Work whose time to wait is over fails at that moment and never runs.
 */
export async function takeTurn<Result>(
  limits: readonly LimitFunction[],
  { until, createError }: Patience,
  work: () => Promise<Result>,
): Promise<Result> {
  const { promise: isTooLate, reject } = Promise.withResolvers<never>();
  let hasEnded = false;
  const timer = setTimeout(
    () => {
      hasEnded = true;
      reject(createError());
    },
    Math.max(0, until - performance.now()),
  );
  const begin = () => {
    if (hasEnded) return isTooLate;
    clearTimeout(timer);
    return work();
  };
  const enter = limits.reduceRight((inner, limit) => () => limit(inner), begin);
  return Promise.race([isTooLate, enter()]);
}

type ShareOptions = {
  /** How much of one caller runs at once. */
  atOnce: number;
  /** How much of one caller may wait; what is more fails at once. */
  maxWaiting: number;
  createError: () => Error;
};

/**
 * Gives each caller an equal share: one who asks for much waits behind their own requests, and everybody else passes.
 * @returns a function that finds the limit of a caller
 */
export function createShares({ atOnce, maxWaiting, createError }: ShareOptions): (caller: string) => LimitFunction {
  const shares = new Map<string, LimitFunction>();
  return function findShare(caller) {
    const share = shares.get(caller) ?? pLimit(atOnce);
    if (share.pendingCount >= maxWaiting) throw createError();
    // A share that nobody uses is forgotten, so that the map has as many as there are callers at this moment.
    for (const [other, { activeCount, pendingCount }] of shares) {
      if (activeCount + pendingCount > 0) break;
      shares.delete(other);
    }
    shares.delete(caller);
    shares.set(caller, share);
    return share;
  };
}
