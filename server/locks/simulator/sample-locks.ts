import type { LockDevice } from './lock-device.ts';

const LOCKS = 24;
const LOCKS_OF_A_GATEWAY = 8;

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
/** Its sensor is broken: it does not know whether it is up. */
const WITHOUT_POSITION = 24;

/** What a lock is apart from the time. */
export type SampleLock = Omit<LockDevice, 'syncTime' | 'createTime' | 'updateTime' | 'onlineTime' | 'offlineTime'>;

const padded = (number: number, length: number) => String(number).padStart(length, '0');

function sampleLock(number: number): SampleLock {
  const isOnline = !OFFLINE.has(number);
  const alarm = ALARMS.get(number) ?? 'None';
  return {
    did: `KV-${padded(number, 4)}`,
    online: isOnline ? 1 : 2,
    type: number % 2 === 1 ? 'K10' : 'K20',
    gateway: `GW-${padded(Math.ceil(number / LOCKS_OF_A_GATEWAY), 2)}`,
    sim: `8918001000000000${padded(number, 4)}`,
    signalStrength: isOnline ? 10 + ((number * 5) % 22) : 0,
    electricity: WEAK_BATTERIES.get(number) ?? 100 - ((number * 7) % 65),
    alarm,
    soundAlarm: alarm === 'Collision' ? 1 : 0,
    locationState: number === WITHOUT_POSITION ? 0 : number % 3 === 0 ? 1 : 2,
    clbm: `P-${padded(number, 3)}`,
    cm: 'NB-IoT',
    ut: '2.2.14',
    bz: number > 18 ? 'In stock' : '',
  };
}

/**
 * The locks of the simulator, always the same: KV-0001 to KV-0018 stand on spaces of the sample zones, the others on
 * none. Some are offline, have a weak battery or an alarm, and the last does not know whether it is up.
 */
export const SAMPLE_LOCKS: readonly SampleLock[] = Array.from({ length: LOCKS }, (_, index) => sampleLock(index + 1));
