import type { LockDevice } from './lock-device.ts';
import { createMemoryMoveStore, type Move, type MoveStore } from './move-store.ts';
import type { SampleLock } from './sample-locks.ts';
import { formatVendorTime } from './vendor-time.ts';

/** How long a lock's arm takes. */
export const MOVE_MS = 3000;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** How a lock takes a command. */
export type Outcome = 'accepted' | 'unknown' | 'offline';

/** The locks behind the vendor, each with a state of its own. */
export type Fleet = {
  count: number;
  /** A page of locks, pages starting at 1. */
  page: (index: number, size: number) => Promise<LockDevice[]>;
  /** Commands a lock down (1) or up (2); it gets there after `MOVE_MS`. */
  command: (did: string, type: 1 | 2) => Promise<Outcome>;
};

type FleetParts = {
  now: () => Date;
  isOffline?: (did: string) => boolean;
  /** Whether the arm of a lock is stuck: it takes commands and never moves. */
  isStuck?: (did: string) => boolean;
  /** Where moves are remembered: in this process unless given. */
  memory?: MoveStore;
};

/** Where a lock's arm is, and since when. */
function getPosition({ locationState }: SampleLock, move: Move | undefined, at: number) {
  if (move === undefined) return { state: locationState, since: midnight(at) - DAY_MS };
  return at < move.endsAt ? { state: move.from, since: move.since } : { state: move.to, since: move.endsAt };
}

/** Times that nothing happened at follow from the day, so that several simulators tell the same. */
const midnight = (at: number) => Math.floor(at / DAY_MS) * DAY_MS;

function describe(sample: SampleLock, move: Move | undefined, isOnline: boolean, at: number): LockDevice {
  const { state, since } = getPosition(sample, move, at);
  // A lock that is online reports once a minute.
  const syncedAt = isOnline ? Math.floor(at / MINUTE_MS) * MINUTE_MS : midnight(at) - DAY_MS;
  return {
    ...sample,
    online: isOnline ? 1 : 2,
    locationState: state,
    syncTime: formatVendorTime(new Date(syncedAt)),
    createTime: formatVendorTime(new Date(midnight(at) - 200 * DAY_MS)),
    updateTime: formatVendorTime(new Date(since)),
    onlineTime: formatVendorTime(new Date(midnight(at) - 7 * DAY_MS)),
    offlineTime: isOnline ? null : formatVendorTime(new Date(midnight(at) - DAY_MS)),
  };
}

/** Locks that move as the clock says; no timer runs. */
export function createFleet(
  samples: readonly SampleLock[],
  { now, isOffline = () => false, isStuck = () => false, memory = createMemoryMoveStore() }: FleetParts,
): Fleet {
  const isOnline = ({ did, online }: SampleLock) => online === 1 && !isOffline(did);
  return {
    count: samples.length,
    async page(index, size) {
      const moves = await memory.moves();
      const at = now().getTime();
      return samples
        .slice((index - 1) * size, index * size)
        .map((sample) => describe(sample, moves.get(sample.did), isOnline(sample), at));
    },
    async command(did, type) {
      const sample = samples.find((one) => one.did === did);
      if (sample === undefined) return 'unknown';
      if (!isOnline(sample)) return 'offline';
      if (isStuck(did)) return 'accepted';
      const move = (await memory.moves()).get(did);
      const at = now().getTime();
      const { state, since } = getPosition(sample, move, at);
      await memory.keep(did, { from: state, since, to: type, endsAt: at + MOVE_MS });
      return 'accepted';
    },
  };
}
