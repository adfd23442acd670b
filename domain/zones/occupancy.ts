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
