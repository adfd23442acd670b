import pLimit, { type LimitFunction } from 'p-limit';

type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Until when somebody waits for a turn, by `performance.now()`, what else ends the wait, and the error that does. */
type Patience = { until: number; signal?: AbortSignal; createError: () => Error };

/**
 * Runs work once all limits let it, the outer limit first. Work whose time to wait is over fails at that moment and never runs.
 */
export async function takeTurn<Result>(
  limits: readonly Limit[],
  { until, signal, createError }: Patience,
  work: () => Promise<Result>,
): Promise<Result> {
  const { promise: isTooLate, reject } = Promise.withResolvers<never>();
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    reject(createError());
  };
  const timer = setTimeout(end, Math.max(0, until - performance.now()));
  signal?.addEventListener('abort', end, { once: true });
  const begin = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    return hasEnded ? isTooLate : work();
  };
  const enter = limits.reduceRight((inner, limit) => () => limit(inner), begin);
  return Promise.race([isTooLate, enter()]);
}

type ShareOptions = {
  /** How much of one caller may wait; what is more fails at once. */
  maxWaiting: number;
  createError: () => Error;
};

/** A caller, such as a person or a network, and how much of theirs runs at once. */
export type Share = { caller: string; atOnce: number };

/**
 * Gives each caller a share: one who asks for much waits behind their own requests, and everybody else passes.
 * @returns a function that finds the limits of a caller, who may share with others in one way or several
 */
export function createShares({ maxWaiting, createError }: ShareOptions) {
  const shares = new Map<string, LimitFunction>();
  return function findShares(...asked: Share[]): LimitFunction[] {
    const found = asked.map(({ caller, atOnce }) => ({ caller, share: shares.get(caller) ?? pLimit(atOnce) }));
    if (found.some(({ share }) => share.pendingCount >= maxWaiting)) throw createError();
    // Removes shares without work, oldest first.
    for (const [other, { activeCount, pendingCount }] of shares) {
      if (activeCount + pendingCount > 0) break;
      shares.delete(other);
    }
    for (const { caller, share } of found) {
      shares.delete(caller);
      shares.set(caller, share);
    }
    return found.map(({ share }) => share);
  };
}

/** How many times as much a client's larger networks may have as its smallest one. */
const SHARE_OF_LARGER_NETWORK = 4;

const getWeight = (nth: number) => (nth === 0 ? 1 : SHARE_OF_LARGER_NETWORK);

/** @param networks of a client, the smallest first @param atOnce of the smallest */
export const toShares = (networks: readonly string[], atOnce: number): Share[] =>
  networks.map((caller, nth) => ({ caller, atOnce: atOnce * getWeight(nth) }));

/** How much the latest work of a kind counts in what that kind is expected to take. */
const NEWEST_SHARE = 0.2;

/** `atOnce` is how much work of all callers runs at once. */
type FairTurnsOptions = ShareOptions & { atOnce?: number };
/** Who asks, from which networks, the smallest first, and for what kind of work. */
type Asker = { networks: readonly [string, ...string[]]; kind: string };

/**
 * Runs a few pieces of work at a time. Next is the caller with the smallest sum of two times: what the caller has had, and what
 * the work is expected to take. So a caller waits for the work under way and for their own, however much others ask for. All
 * times are forgotten when nobody waits. A new caller begins with what the caller served last had had before that turn.
 * @returns a function that finds the limit of somebody who asks
 */
export function createFairTurns({ maxWaiting, createError, atOnce = 1 }: FairTurnsOptions): (asker: Asker) => Limit {
  type Turn = Asker & { begin: () => Promise<void> };
  const waiting = new Set<Turn>();
  /** The milliseconds that each network has had. */
  const times = new Map<string, number>();
  /** The milliseconds that work of each kind is expected to take. */
  const expected = new Map<string, number>();
  /** The milliseconds that the caller of the latest turn had had before it, for the weight of one. */
  let least = 0;
  let running = 0;

  // Hundreds may wait, so these loops make no lists.
  function measureTime({ networks }: Turn): number {
    let most = 0;
    for (let nth = 0; nth < networks.length; nth += 1) {
      most = Math.max(most, (times.get(networks[nth] ?? '') ?? 0) / getWeight(nth));
    }
    return most;
  }
  function findNext(): Turn | undefined {
    let next: Turn | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const turn of waiting) {
      const rate = measureTime(turn) + (expected.get(turn.kind) ?? 0);
      if (rate >= least) continue;
      least = rate;
      next = turn;
    }
    return next;
  }
  function countWaiting(network: string): number {
    let count = 0;
    for (const turn of waiting) if (turn.networks[0] === network) count += 1;
    return count;
  }

  async function runNext(): Promise<void> {
    const next = running === atOnce ? undefined : findNext();
    if (next === undefined) return;
    waiting.delete(next);
    running += 1;
    least = Math.max(least, measureTime(next));
    const startedAt = performance.now();
    await next.begin();
    const ms = performance.now() - startedAt;
    running -= 1;
    for (const network of next.networks) times.set(network, (times.get(network) ?? 0) + ms);
    expected.set(next.kind, (expected.get(next.kind) ?? ms) * (1 - NEWEST_SHARE) + ms * NEWEST_SHARE);
    if (running + waiting.size > 0) return runNext();
    times.clear();
    least = 0;
  }

  return function findTurn({ networks, kind }) {
    if (countWaiting(networks[0]) >= maxWaiting) throw createError();
    return (work) =>
      new Promise((resolve, reject) => {
        for (const [nth, network] of networks.entries()) {
          times.set(network, Math.max(times.get(network) ?? 0, least * getWeight(nth)));
        }
        waiting.add({ networks, kind, begin: () => work().then(resolve, reject) });
        void runNext();
      });
  };
}
