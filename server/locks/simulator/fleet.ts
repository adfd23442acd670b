import type { LockDevice } from './lock-device.ts';
import type { SampleLock } from './sample-locks.ts';
import { vendorTime } from './vendor-time.ts';

/** How long a lock's arm takes. */
export const MOVE_MS = 3000;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** How a lock takes a command. */
export type Outcome = 'accepted' | 'unknown' | 'offline';

type Lock = { sample: SampleLock; state: 0 | 1 | 2; move: { to: 1 | 2; endsAt: number } | null; updatedAt: number };

/** The locks behind the vendor, each with a state of its own. */
export type Fleet = {
  count: number;
  /** A page of locks, pages starting at 1. */
  page: (index: number, size: number) => LockDevice[];
  /** Commands a lock down (1) or up (2); it gets there after `MOVE_MS`. */
  command: (did: string, type: 1 | 2) => Outcome;
};

type FleetParts = {
  now: () => Date;
  isOffline?: (did: string) => boolean;
  /** Whether the arm of a lock is stuck: it takes commands and never moves. */
  isStuck?: (did: string) => boolean;
};

/** Brings a lock to where its arm is by now. */
function settle(lock: Lock, now: number): void {
  if (lock.move === null || now < lock.move.endsAt) return;
  lock.state = lock.move.to;
  lock.updatedAt = lock.move.endsAt;
  lock.move = null;
}

/** Locks that move as the clock says; no timer runs. */
export function createFleet(
  samples: readonly SampleLock[],
  { now, isOffline = () => false, isStuck = () => false }: FleetParts,
): Fleet {
  const startedAt = now().getTime();
  const locks = new Map<string, Lock>(
    samples.map((sample) => [
      sample.did,
      { sample, state: sample.locationState, move: null, updatedAt: startedAt - DAY_MS },
    ]),
  );
  const isOnline = ({ sample }: Lock) => sample.online === 1 && !isOffline(sample.did);

  const describe = (lock: Lock): LockDevice => {
    const at = now().getTime();
    settle(lock, at);
    const online = isOnline(lock);
    // A lock that is online reports once a minute.
    const syncedAt = online ? Math.floor(at / MINUTE_MS) * MINUTE_MS : startedAt - DAY_MS;
    return {
      ...lock.sample,
      online: online ? 1 : 2,
      locationState: lock.state,
      syncTime: vendorTime(new Date(syncedAt)),
      createTime: vendorTime(new Date(startedAt - 200 * DAY_MS)),
      updateTime: vendorTime(new Date(lock.updatedAt)),
      onlineTime: vendorTime(new Date(startedAt - 7 * DAY_MS)),
      offlineTime: online ? null : vendorTime(new Date(startedAt - DAY_MS)),
    };
  };

  return {
    count: locks.size,
    page: (index, size) => [...locks.values()].slice((index - 1) * size, index * size).map(describe),
    command(did, type) {
      const lock = locks.get(did);
      if (lock === undefined) return 'unknown';
      if (!isOnline(lock)) return 'offline';
      settle(lock, now().getTime());
      if (!isStuck(did)) lock.move = { to: type, endsAt: now().getTime() + MOVE_MS };
      return 'accepted';
    },
  };
}
