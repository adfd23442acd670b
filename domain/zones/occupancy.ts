export type Period = { from: Date; to: Date };

export type TakenTime = { start: Date; end: Date };

/** The start of the next taken time; null when the space stays free. */
export function findFreeUntil(taken: readonly TakenTime[], now: Date): Date | null {
  const starts = taken.map(({ start }) => start.getTime()).filter((start) => start > now.getTime());
  return starts.length === 0 ? null : new Date(Math.min(...starts));
}

/** The end of the taken times that follow each other from now on; null when the space is free. */
export function findFreeAgainAt(taken: readonly TakenTime[], now: Date): Date | null {
  const inOrder = taken.toSorted((a, b) => a.start.getTime() - b.start.getTime());
  let until = now;
  for (const { start, end } of inOrder) {
    if (start <= until && end > until) until = end;
  }
  return until === now ? null : until;
}

const MINUTE_MS = 60_000;
const FREE_STARTS_LIMIT = 2;

/**
 * The next starts at which as long a period is free, in whole minutes.
 * @param taken all taken times until `until`
 */
export function findFreeStarts(taken: readonly TakenTime[], { from, to }: Period, until: Date): Date[] {
  const lengthMs = to.getTime() - from.getTime();
  const isFree = (startMs: number) =>
    taken.every(({ start, end }) => end.getTime() <= startMs || start.getTime() >= startMs + lengthMs);
  const ends = taken.map(({ end }) => Math.ceil(end.getTime() / MINUTE_MS) * MINUTE_MS);
  return [...new Set(ends)]
    .filter((ms) => ms > from.getTime() && ms + lengthMs <= until.getTime() && isFree(ms))
    .toSorted((a, b) => a - b)
    .slice(0, FREE_STARTS_LIMIT)
    .map((ms) => new Date(ms));
}
