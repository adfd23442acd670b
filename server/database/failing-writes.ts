/** PostgreSQL found no space on its disk. */
export const DISK_FULL = '53100';
/** A statement wrote where nothing is written: on a standby, or where the operator or a host with a full disk forbids it. */
const READ_ONLY = '25006';

/** The due work and the records of jobs write more often than this, so that a fault that lasts is seen all the time. */
const REMEMBERED_MS = 60_000;

/** Remembers whether writes failed lately, although the database responds. Nothing is written to find out. */
export function watchWrites(now: () => number = () => performance.now()) {
  let failedAt = Number.NEGATIVE_INFINITY;
  const listenFor = (codes: readonly string[]) => (code: string) => {
    if (codes.includes(code)) failedAt = now();
  };
  return {
    /** For the SQLSTATE of each error on the owner's connections. */
    onOwnerError: listenFor([DISK_FULL, READ_ONLY]),
    /** For those of callers, who can ask for a write in a transaction that only reads. */
    onCallerError: listenFor([DISK_FULL]),
    areFailing: () => now() - failedAt < REMEMBERED_MS,
  };
}
