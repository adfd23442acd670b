import type { Period } from '../days/period.ts';

/** The start of the next taken time; null when the space stays free. */
export function findFreeUntil(taken: readonly Period[], now: Date): Date | null {
  const starts = taken.map(({ startsAt }) => startsAt.getTime()).filter((start) => start > now.getTime());
  return starts.length === 0 ? null : new Date(Math.min(...starts));
}

/** The end of the taken times that follow each other from now on; null when the space is free. */
export function findFreeAgainAt(taken: readonly Period[], now: Date): Date | null {
  const inOrder = taken.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  let until = now;
  for (const { startsAt, endsAt } of inOrder) {
    if (startsAt <= until && endsAt > until) until = endsAt;
  }
  return until === now ? null : until;
}

const MINUTE_MS = 60_000;
const FREE_STARTS_LIMIT = 2;

/** The next starts at which as long a period is free, in whole minutes. @param taken all taken times until `until` */
export function findFreeStarts(taken: readonly Period[], { startsAt, endsAt }: Period, until: Date): Date[] {
  const lengthMs = endsAt.getTime() - startsAt.getTime();
  const isFree = (startMs: number) =>
    taken.every((other) => other.endsAt.getTime() <= startMs || other.startsAt.getTime() >= startMs + lengthMs);
  const ends = taken.map((other) => Math.ceil(other.endsAt.getTime() / MINUTE_MS) * MINUTE_MS);
  return [...new Set(ends)]
    .filter((ms) => ms > startsAt.getTime() && ms + lengthMs <= until.getTime() && isFree(ms))
    .toSorted((a, b) => a - b)
    .slice(0, FREE_STARTS_LIMIT)
    .map((ms) => new Date(ms));
}
