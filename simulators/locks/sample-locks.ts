/** A lock in the vendor's format. Times are `YYYY-MM-DD HH:mm:ss` in Santo Domingo, or null for never. */
export type LockDevice = {
  did: string;
  /** 1 online, 2 offline. */
  online: 1 | 2;
  type: string;
  gateway: string;
  /** Number of the SIM card. */
  sim: string;
  /** 0 (none) to 31, the scale of modems. */
  signalStrength: number;
  /** Battery in percent. */
  electricity: number;
  alarm: string;
  /** 1 while the buzzer sounds. */
  soundAlarm: 0 | 1;
  /** 1 down, 2 up, 0 unknown. */
  locationState: 0 | 1 | 2;
  clbm: string;
  cm: string;
  ut: string;
  bz: string;
  syncTime: string;
  createTime: string;
  updateTime: string;
  onlineTime: string | null;
  offlineTime: string | null;
};

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

/** The properties of a lock that do not depend on the time. */
export type SampleLock = Omit<LockDevice, 'syncTime' | 'createTime' | 'updateTime' | 'onlineTime' | 'offlineTime'>;

const pad = (number: number, length: number) => String(number).padStart(length, '0');

function createSampleLock(number: number): SampleLock {
  const isOnline = !OFFLINE.has(number);
  const alarm = ALARMS.get(number) ?? 'None';
  return {
    did: `KV-${pad(number, 4)}`,
    online: isOnline ? 1 : 2,
    type: number % 2 === 1 ? 'K10' : 'K20',
    gateway: `GW-${pad(Math.ceil(number / LOCKS_PER_GATEWAY), 2)}`,
    sim: `8918001000000000${pad(number, 4)}`,
    signalStrength: isOnline ? 10 + ((number * 5) % 22) : 0,
    electricity: WEAK_BATTERIES.get(number) ?? 100 - ((number * 7) % 65),
    alarm,
    soundAlarm: alarm === 'Collision' ? 1 : 0,
    locationState: number === WITHOUT_POSITION ? 0 : number % 3 === 0 ? 1 : 2,
    clbm: `P-${pad(number, 3)}`,
    cm: 'NB-IoT',
    ut: '2.2.14',
    bz: number > 18 ? 'In stock' : '',
  };
}

/**
 * The simulator's locks, always the same: KV-0001 to KV-0018 are on spaces of the sample zones, the others on none. Some
 * are offline, have a weak battery or an alarm, and the last does not know its position.
 */
export const SAMPLE_LOCKS: readonly SampleLock[] = Array.from({ length: LOCK_COUNT }, (_, index) =>
  createSampleLock(index + 1),
);
