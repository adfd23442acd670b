/** Older positions are replayed long before this many newer ones are there. */
const MAX_POSITIONS = 60;

export type Freshness = ReturnType<typeof createFreshness>;

/**
 * Tells how old the data of a standby may be, in milliseconds. A standby that has replayed a position of the primary's log
 * has everything that was committed when the primary was asked for it. The time of the last replayed transaction says less:
 * it is old when nobody has written since.
 */
export function createFreshness(now = () => performance.now()) {
  let positions: { askedAt: number; bytes: number }[] = [];
  let freshAt = Number.NEGATIVE_INFINITY;
  return {
    addPrimaryPosition(askedAt: number, bytes: number) {
      positions = [...positions, { askedAt, bytes }].slice(-MAX_POSITIONS);
    },
    addReplayedPosition(bytes: number) {
      const replayed = positions.findLast((position) => position.bytes <= bytes);
      if (replayed === undefined) return;
      freshAt = replayed.askedAt;
      positions = positions.filter(({ askedAt }) => askedAt > freshAt);
    },
    /** Infinity until the standby has been compared. */
    ageMs: () => now() - freshAt,
  };
}
