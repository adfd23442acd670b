type Waiting = { begin: () => void; since: number };

/** Runs work in its turn. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs work, at most so much at once; the rest waits in the order in which it came.
 * @param patienceMs what has waited so long, in milliseconds, is begun beside what runs; nothing is unless this is given
 */
export function createTurns(atOnce: number, patienceMs = Number.POSITIVE_INFINITY): Turns {
  const queue: Waiting[] = [];
  let running = 0;
  let timer: NodeJS.Timeout | undefined;

  const beginNext = () => {
    running += 1;
    queue.shift()?.begin();
  };
  const hasWaited = (first: Waiting | undefined) =>
    first !== undefined && performance.now() - first.since >= patienceMs;
  const watch = () => {
    const [first] = queue;
    if (first === undefined || timer !== undefined || !Number.isFinite(patienceMs)) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        while (hasWaited(queue[0])) beginNext();
        watch();
      },
      Math.max(0, first.since + patienceMs - performance.now()),
    );
  };
  const wait = () =>
    new Promise<void>((begin) => {
      queue.push({ begin, since: performance.now() });
      watch();
    });

  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running += 1;
    else await wait();
    try {
      return await work();
    } finally {
      running -= 1;
      if (queue.length > 0 && running < atOnce) beginNext();
    }
  };
}
