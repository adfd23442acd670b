import * as z from 'zod';
import { createTextFilter } from '../plain-text.ts';

// The vendor documents the names of the fields but not their types, so values of other types become null.
const text = z
  .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
  .nullable()
  .catch(null);
const number = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d+(\.\d+)?\s*%?$/)
      .transform(Number.parseFloat),
  ])
  .nullable()
  .catch(null);

/** A parking lock as the vendor lists it. Texts are shown as they are, also times. */
export const lockRowSchema = z.object({
  /** The vendor's id, which commands need. */
  did: text,
  /** 1 online, 2 offline. */
  online: number,
  type: text,
  gateway: text,
  sim: text,
  signalStrength: number,
  /** Battery in percent. */
  electricity: number,
  alarm: text,
  soundAlarm: text,
  /** 1 down, 2 up, anything else unknown. */
  locationState: number,
  clbm: text,
  cm: text,
  ut: text,
  bz: text,
  syncTime: text,
  createTime: text,
  updateTime: text,
  onlineTime: text,
  offlineTime: text,
});

/** The key is unique within one list, also when the vendor gave no id. */
export type LockDevice = z.infer<typeof lockRowSchema> & { key: string };

export type LockConnection = 'online' | 'offline' | 'unknown';
export type LockPosition = 'down' | 'up' | 'unknown';
export type LockAction = 'raise' | 'lower';

/** The vendor's numbers of the commands. */
export const COMMAND_TYPES: Record<LockAction, 1 | 2> = { lower: 1, raise: 2 };

/** A battery below it should be changed. */
const LOW_BATTERY_PERCENT = 20;

/** Values of the vendor that stand for no alarm. */
const NO_ALARM = new Set(['', '0', 'false', 'no', 'none', 'normal', 'null', 'ok']);

export function getLockConnection({ online }: Pick<LockDevice, 'online'>): LockConnection {
  if (online === 1) return 'online';
  return online === 2 ? 'offline' : 'unknown';
}

/** The vendor writes times without a zone, on the clocks of Santo Domingo, which are always 4 hours behind UTC. */
const VENDOR_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/;
const SANTO_DOMINGO = '-04:00';

/** When an offline lock was last online; null when that is unknown, and for a lock that is not offline. */
export function getOfflineSince(lock: Pick<LockDevice, 'online' | 'offlineTime'>): Date | null {
  const [, day, time] = VENDOR_TIME.exec(lock.offlineTime?.trim() ?? '') ?? [];
  if (getLockConnection(lock) !== 'offline' || day === undefined) return null;
  const since = new Date(`${day}T${time}${SANTO_DOMINGO}`);
  return Number.isNaN(since.getTime()) ? null : since;
}

export function getLockPosition({ locationState }: Pick<LockDevice, 'locationState'>): LockPosition {
  if (locationState === 1) return 'down';
  return locationState === 2 ? 'up' : 'unknown';
}

export function getLockPositionAfter(action: LockAction): LockPosition {
  return action === 'raise' ? 'up' : 'down';
}

export function hasWeakBattery({ electricity }: Pick<LockDevice, 'electricity'>): boolean {
  return electricity !== null && electricity < LOW_BATTERY_PERCENT;
}

export function hasAlarm({ alarm }: Pick<LockDevice, 'alarm'>): boolean {
  return alarm !== null && !NO_ALARM.has(alarm.trim().toLowerCase());
}

/** Whether it is offline, its battery is weak or it reports an alarm. */
export function needsAttention(lock: Pick<LockDevice, 'online' | 'electricity' | 'alarm'>): boolean {
  return getLockConnection(lock) === 'offline' || hasWeakBattery(lock) || hasAlarm(lock);
}

/** How many locks need attention, and for which reasons; a lock may have several. */
export function countAttention(locks: readonly LockDevice[]) {
  return {
    locks: locks.filter(needsAttention).length,
    offline: locks.filter((lock) => getLockConnection(lock) === 'offline').length,
    lowBattery: locks.filter(hasWeakBattery).length,
    alarm: locks.filter(hasAlarm).length,
  };
}

type LockFilter = { words: string; connection: 'all' | 'online' | 'offline' };

/** The locks with the words in their id, gateway, type or alarm, and with the connection. */
export function filterLocks(locks: readonly LockDevice[], { words, connection }: LockFilter): LockDevice[] {
  const hasWords = createTextFilter(words);
  return locks.filter(
    (lock) =>
      (connection === 'all' || getLockConnection(lock) === connection) &&
      hasWords(lock.did, lock.gateway, lock.type, lock.alarm),
  );
}

/** Locks that need attention come first; otherwise the order stays. */
export function sortByAttention(locks: readonly LockDevice[]): LockDevice[] {
  return locks.toSorted((a, b) => Number(needsAttention(b)) - Number(needsAttention(a)));
}
