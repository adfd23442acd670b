import type { Sql } from 'postgres';
import { type LockDevice, SAMPLE_LOCKS, type SampleLock } from './sample-locks.ts';

export const MOVE_MS = 3000;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Code and message by kind. The contract defines 200, 40001 and 40080; the other codes are the simulator's. */
const RESPONSES = {
  success: { code: 200, msg: 'success' },
  badParameter: { code: 40000, msg: 'Invalid parameter' },
  tokenExpired: { code: 40001, msg: 'The access token has expired' },
  badCredentials: { code: 40002, msg: 'The appid or the secret is wrong' },
  unknownDevice: { code: 40004, msg: 'The device does not exist' },
  deviceOffline: { code: 40030, msg: 'The device is offline' },
  addressNotAllowed: { code: 40080, msg: 'The IP address is not in the white list' },
};

/** The body of every response; the HTTP status is 200. */
export function buildVendorResponse<Data = null>(kind: keyof typeof RESPONSES, data: Data | null = null) {
  const { code, msg } = RESPONSES[kind];
  return { code, data, msg };
}

/** A movement of a lock's arm between two positions (1 down, 2 up, 0 unknown), in milliseconds since 1970. */
type Move = { from: 0 | 1 | 2; since: number; to: 1 | 2; endsAt: number };

export type MoveStore = {
  load: () => Promise<ReadonlyMap<string, Move>>;
  save: (did: string, move: Move) => Promise<void>;
};

function createMemoryMoveStore(): MoveStore {
  const moves = new Map<string, Move>();
  return {
    load: () => Promise.resolve(moves),
    save: async (did, move) => void moves.set(did, move),
  };
}

/** Stores moves in the database, for all servers on it. */
export function createDatabaseMoveStore(sql: Sql): MoveStore {
  return {
    async load() {
      const rows = await sql<({ did: string } & Move)[]>`
        select did, came_from as from, goes_to as to,
          (extract(epoch from since) * 1000)::float8 as since, (extract(epoch from arrives_at) * 1000)::float8 as "endsAt"
        from parqueo_server.simulated_locks`;
      return new Map(rows.map(({ did, ...move }) => [did, move]));
    },
    async save(did, { from, since, to, endsAt }) {
      await sql`
        insert into parqueo_server.simulated_locks (did, came_from, since, goes_to, arrives_at)
        values (${did}, ${from}, ${new Date(since)}, ${to}, ${new Date(endsAt)})
        on conflict (did) do update set came_from = excluded.came_from, since = excluded.since,
          goes_to = excluded.goes_to, arrives_at = excluded.arrives_at`;
    },
  };
}

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

type FleetOptions = {
  now: () => Date;
  isOffline: (did: string) => boolean;
  /** A stuck lock accepts commands and does not move. */
  isStuck: (did: string) => boolean;
  getMoveMs?: (did: string) => number;
  moves?: MoveStore | undefined;
};

/** Simulates the sample locks, whose positions follow from the clock, without timers. */
export function createFleet({ now, isOffline, isStuck, getMoveMs = () => MOVE_MS, moves }: FleetOptions) {
  const store = moves ?? createMemoryMoveStore();
  const isOnline = ({ did, online }: SampleLock) => online === 1 && !isOffline(did);
  return {
    /** Pages start at 1. */
    async list(index: number, size: number) {
      const lastMoves = await store.load();
      const time = now().getTime();
      const content = SAMPLE_LOCKS.slice((index - 1) * size, index * size).map((sample) =>
        toLockDevice(sample, lastMoves.get(sample.did), isOnline(sample), time),
      );
      const totalElements = SAMPLE_LOCKS.length;
      return buildVendorResponse('success', { content, totalElements, totalPages: Math.ceil(totalElements / size) });
    },
    /** Moves a lock down (1) or up (2). */
    async command(did: string, type: 1 | 2) {
      const sample = SAMPLE_LOCKS.find((candidate) => candidate.did === did);
      if (sample === undefined) return buildVendorResponse('unknownDevice');
      if (!isOnline(sample)) return buildVendorResponse('deviceOffline');
      if (isStuck(did)) return buildVendorResponse('success');
      const time = now().getTime();
      const { state, since } = getPosition(sample, (await store.load()).get(did), time);
      await store.save(did, { from: state, since, to: type, endsAt: time + getMoveMs(did) });
      return buildVendorResponse('success');
    },
  };
}
