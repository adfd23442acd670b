import type { Sql } from '../../supabase-server/connections/sql.ts';

const LOCK_COUNT = 24;
const LOCKS_PER_GATEWAY = 8;

const OFFLINE = new Set([6, 15, 22]);
const WEAK_BATTERIES = new Map([
  [4, 12],
  [13, 7],
  [20, 18],
  [22, 0],
]);
const ALARMS = new Map([
  [4, 'Low battery'],
  [9, 'Collision'],
  [13, 'Low battery'],
  [17, 'Tamper'],
  [20, 'Low battery'],
  [22, 'Low battery'],
]);
/** The number of a lock with a broken position sensor. */
const WITHOUT_POSITION = 24;

const pad = (number: number, length: number) => String(number).padStart(length, '0');

/** The properties of a lock in the vendor's format that do not depend on the time. */
function createSampleLock(number: number) {
  const isOnline = !OFFLINE.has(number);
  const alarm = ALARMS.get(number) ?? 'None';
  return {
    did: `KV-${pad(number, 4)}`,
    // 1 online, 2 offline.
    online: isOnline ? 1 : 2,
    type: number % 2 === 1 ? 'K10' : 'K20',
    gateway: `GW-${pad(Math.ceil(number / LOCKS_PER_GATEWAY), 2)}`,
    sim: `8918001000000000${pad(number, 4)}`,
    // 0 (none) to 31, the scale of modems.
    signalStrength: isOnline ? 10 + ((number * 5) % 22) : 0,
    electricity: WEAK_BATTERIES.get(number) ?? 100 - ((number * 7) % 65),
    alarm,
    soundAlarm: alarm === 'Collision' ? 1 : 0,
    // 1 down, 2 up, 0 unknown.
    locationState: number === WITHOUT_POSITION ? 0 : number % 3 === 0 ? 1 : 2,
    clbm: `P-${pad(number, 3)}`,
    cm: 'NB-IoT',
    ut: '2.2.14',
    bz: number > 18 ? 'In stock' : '',
  };
}

type SampleLock = ReturnType<typeof createSampleLock>;

/**
 * The simulator's locks, always the same: KV-0001 to KV-0018 are on spaces of the sample zones, the others on none. Some
 * are offline, have a weak battery or an alarm, and the last does not know its position.
 */
export const SAMPLE_LOCKS: readonly SampleLock[] = Array.from({ length: LOCK_COUNT }, (_, index) =>
  createSampleLock(index + 1),
);

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
type Move = { from: number; since: number; to: number; endsAt: number };

export type MoveStore = ReturnType<typeof createDatabaseMoveStore>;

function createMemoryMoveStore(): MoveStore {
  const moves = new Map<string, Move>();
  return {
    load: () => Promise.resolve(moves),
    save: async (did, move) => void moves.set(did, move),
  };
}

export function createDatabaseMoveStore(sql: Sql) {
  return {
    async load(): Promise<ReadonlyMap<string, Move>> {
      const rows = await sql<({ did: string } & Move)[]>`
        select did, came_from as from, goes_to as to,
          (extract(epoch from since) * 1000)::float8 as since, (extract(epoch from arrives_at) * 1000)::float8 as "endsAt"
        from parqueo_server.simulated_locks`;
      return new Map(rows.map(({ did, ...move }) => [did, move]));
    },
    async save(did: string, { from, since, to, endsAt }: Move) {
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

/** Times are `YYYY-MM-DD HH:mm:ss` in Santo Domingo, or null for never. */
function toLockDevice(sample: SampleLock, move: Move | undefined, isOnline: boolean, time: number) {
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

/** A lock in the vendor's format. */
export type LockDevice = ReturnType<typeof toLockDevice>;

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
