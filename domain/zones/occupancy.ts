/** A time in which a space is taken, from `start` until just before `end`. */
export type TakenTime = { start: Date; end: Date };

/** Until when a space that is free now stays free; null when none of the taken times is still to come. */
export function findFreeUntil(taken: readonly TakenTime[], now: Date): Date | null {
  const starts = taken.map(({ start }) => start.getTime()).filter((start) => start > now.getTime());
  return starts.length === 0 ? null : new Date(Math.min(...starts));
}

/** When a space that is taken now becomes free: after the last of the taken times that follow each other; null when it is free. */
export function findFreeAgainAt(taken: readonly TakenTime[], now: Date): Date | null {
  const inOrder = taken.toSorted((a, b) => a.start.getTime() - b.start.getTime());
  let until = now;
  for (const { start, end } of inOrder) {
    if (start <= until && end > until) until = end;
  }
  return until === now ? null : until;
}
