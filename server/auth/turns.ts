/** Runs work, at most so much at once; the rest waits in the order in which it came. */
export function createTurns(atOnce: number) {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Whoever waits takes the turn over; otherwise it is free again.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
