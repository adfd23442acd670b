import { createMemoryMoveStore, type Move, type MoveStore } from './move-store.ts';
import type { LockDevice, SampleLock } from './sample-locks.ts';

export const MOVE_MS = 3000;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type FleetOptions = {
  now: () => Date;
  isOffline?: (did: string) => boolean;
  /** A stuck lock accepts commands and does not move. */
  isStuck?: (did: string) => boolean;
  /** How long a lock takes to move; `MOVE_MS` by default. */
  getMoveMs?: (did: string) => number;
  moves?: MoveStore | undefined;
};

// The Swedish locale writes the year first, as the vendor does.
const vendorTimeFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Santo_Domingo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `YYYY-MM-DD HH:mm:ss` in Santo Domingo's time. */
const formatVendorTime = (time: number) => vendorTimeFormat.format(time);

/** Times without an event are derived from the day, so that all simulators report the same. */
const getMidnight = (time: number) => Math.floor(time / DAY_MS) * DAY_MS;

function getPosition({ locationState }: SampleLock, move: Move | undefined, time: number) {
  if (move === undefined) return { state: locationState, since: getMidnight(time) - DAY_MS };
  return time < move.endsAt ? { state: move.from, since: move.since } : { state: move.to, since: move.endsAt };
}

function toLockDevice(sample: SampleLock, move: Move | undefined, isOnline: boolean, time: number): LockDevice {
  const { state, since } = getPosition(sample, move, time);
  const midnight = getMidnight(time);
  // A lock that is online reports once a minute.
  const syncedAt = isOnline ? Math.floor(time / MINUTE_MS) * MINUTE_MS : midnight - DAY_MS;
  return {
    ...sample,
    online: isOnline ? 1 : 2,
    locationState: state,
    syncTime: formatVendorTime(syncedAt),
    createTime: formatVendorTime(midnight - 200 * DAY_MS),
    updateTime: formatVendorTime(since),
    onlineTime: formatVendorTime(midnight - 7 * DAY_MS),
    offlineTime: isOnline ? null : formatVendorTime(midnight - DAY_MS),
  };
}

/** Simulates locks whose positions follow from the clock, without timers. */
export function createFleet(
  samples: readonly SampleLock[],
  {
    now,
    isOffline = () => false,
    isStuck = () => false,
    getMoveMs = () => MOVE_MS,
    moves = createMemoryMoveStore(),
  }: FleetOptions,
) {
  const isOnline = ({ did, online }: SampleLock) => online === 1 && !isOffline(did);
  return {
    count: samples.length,
    /** Pages start at 1. */
    async page(index: number, size: number) {
      const lastMoves = await moves.load();
      const time = now().getTime();
      return samples
        .slice((index - 1) * size, index * size)
        .map((sample) => toLockDevice(sample, lastMoves.get(sample.did), isOnline(sample), time));
    },
    /** Moves a lock down (1) or up (2). */
    async command(did: string, type: 1 | 2): Promise<'accepted' | 'unknown' | 'offline'> {
      const sample = samples.find((candidate) => candidate.did === did);
      if (sample === undefined) return 'unknown';
      if (!isOnline(sample)) return 'offline';
      if (isStuck(did)) return 'accepted';
      const move = (await moves.load()).get(did);
      const time = now().getTime();
      const { state, since } = getPosition(sample, move, time);
      await moves.save(did, { from: state, since, to: type, endsAt: time + getMoveMs(did) });
      return 'accepted';
    },
  };
}
