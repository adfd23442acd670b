import pLimit, { type LimitFunction } from 'p-limit';

type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Until when somebody waits for a turn, by `performance.now()`, and the error that ends the wait. */
type Patience = { until: number; createError: () => Error };

/**
 * Runs work once all limits let it, the outer limit first. Work whose time to wait is over fails at that moment and never runs.
 */
export async function takeTurn<Result>(
  limits: readonly Limit[],
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
 * @returns a function that finds the limits of a caller, who may share with others in one way or several
 */
export function createShares({ atOnce, maxWaiting, createError }: ShareOptions) {
  const shares = new Map<string, LimitFunction>();
  return function findShares(...callers: string[]): LimitFunction[] {
    const found = callers.map((caller) => ({ caller, share: shares.get(caller) ?? pLimit(atOnce) }));
    if (found.some(({ share }) => share.pendingCount >= maxWaiting)) throw createError();
    // A share that nobody uses is forgotten, so that the map has as many as there are callers at this moment.
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

/** How many times as much time a client's larger networks may have as its smallest one. */
const SHARE_OF_LARGER_NETWORK = 4;
/** How much the latest work of a kind counts in what that kind is expected to take. */
const NEWEST_SHARE = 0.2;

type FairTurnsOptions = Omit<ShareOptions, 'atOnce'>;
/** Who asks, from which networks, the smallest first, and for what kind of work. */
type Asker = { networks: readonly [string, ...string[]]; kind: string };

/**
 * Runs one piece of work at a time. Next is the caller with the smallest sum of two times: what the caller has had, and what
 * the work is expected to take. So a caller waits for the work under way and for their own, however much others ask for. All
 * times are forgotten when nobody waits. A new caller begins with what the caller served last had had before that turn.
 * @returns a function that finds the limit of somebody who asks
 */
export function createFairTurns({ maxWaiting, createError }: FairTurnsOptions): (asker: Asker) => Limit {
  type Turn = Asker & { begin: () => Promise<void> };
  const waiting = new Set<Turn>();
  /** The milliseconds that each network has had. */
  const times = new Map<string, number>();
  /** The milliseconds that work of each kind is expected to take. */
  const expected = new Map<string, number>();
  /** How many turns the network had had before this one. */
  let least = 0;
  let isBusy = false;

  const getWeight = (nth: number) => (nth === 0 ? 1 : SHARE_OF_LARGER_NETWORK);
  const measureTime = ({ networks }: Turn) =>
    Math.max(...networks.map((network, nth) => (times.get(network) ?? 0) / getWeight(nth)));
  const rate = (turn: Turn) => measureTime(turn) + (expected.get(turn.kind) ?? 0);

  async function runAll(): Promise<void> {
    isBusy = true;
    while (waiting.size > 0) {
      const next = [...waiting].reduce((first, turn) => (rate(turn) < rate(first) ? turn : first));
      waiting.delete(next);
      least = Math.max(least, measureTime(next));
      const startedAt = performance.now();
      await next.begin();
      const ms = performance.now() - startedAt;
      for (const network of next.networks) times.set(network, (times.get(network) ?? 0) + ms);
      expected.set(next.kind, (expected.get(next.kind) ?? ms) * (1 - NEWEST_SHARE) + ms * NEWEST_SHARE);
    }
    isBusy = false;
    times.clear();
    least = 0;
  }

  return function findTurn({ networks, kind }) {
    const ahead = [...waiting].filter((turn) => turn.networks[0] === networks[0]);
    if (ahead.length >= maxWaiting) throw createError();
    return (work) =>
      new Promise((resolve, reject) => {
        for (const [nth, network] of networks.entries()) {
          times.set(network, Math.max(times.get(network) ?? 0, least * getWeight(nth)));
        }
        waiting.add({ networks, kind, begin: () => work().then(resolve, reject) });
        if (!isBusy) void runAll();
      });
  };
}
