import { millisecondsInDay, millisecondsInHour, millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import { m } from '#messages';
import { formatList } from '../../../domain/language/format.ts';
import {
  getLockConnection,
  getOfflineSince,
  hasAlarm,
  hasWeakBattery,
  type LockAction,
  type LockConnection,
  type LockDevice,
  type LockPosition,
} from '../../../domain/locks/lock.ts';

/** Shown where the vendor sent no value. */
export const EMPTY_CELL = '—';

export const CONNECTION_LABELS = {
  online: { label: m.lock_online(), tone: 'positive' },
  offline: { label: m.lock_offline(), tone: 'danger' },
  unknown: { label: m.lock_unknown(), tone: 'neutral' },
} as const satisfies Record<LockConnection, { label: string; tone: string }>;

export const POSITION_LABELS = {
  up: { label: m.lock_up(), tone: 'brand' },
  down: { label: m.lock_down(), tone: 'positive' },
  unknown: { label: m.lock_unknown(), tone: 'neutral' },
} as const satisfies Record<LockPosition, { label: string; tone: string }>;

const UNITS = [
  { unit: 'second', length: millisecondsInSecond },
  { unit: 'minute', length: millisecondsInMinute },
  { unit: 'hour', length: millisecondsInHour },
  { unit: 'day', length: millisecondsInDay },
  { unit: 'month', length: 30 * millisecondsInDay },
  { unit: 'year', length: 365 * millisecondsInDay },
] as const;

/** Such as '2 days': in the largest unit that fits. Null when that is unknown. */
function formatOfflineDuration(lock: Pick<LockDevice, 'online' | 'offlineTime'>, now: Date): string | null {
  const since = getOfflineSince(lock);
  if (since === null || since > now) return null;
  const duration = now.getTime() - since.getTime();
  const { unit, length } = UNITS.findLast((candidate) => duration >= candidate.length) ?? UNITS[0];
  return m.lock_duration({ unit, count: Math.round(duration / length) });
}

/** Such as 'for 2 days'; null when that is unknown. */
export function formatOfflineTime(lock: Pick<LockDevice, 'online' | 'offlineTime'>, now: Date): string | null {
  const duration = formatOfflineDuration(lock, now);
  return duration === null ? null : m.lock_offline_for({ duration });
}

/** Such as 'Needs attention: offline for 2 days, battery 7%'. Call it only for a lock that does. */
export function formatAttentionReasons(lock: LockDevice, now: Date): string {
  const duration = formatOfflineDuration(lock, now);
  const offline = duration === null ? m.lock_attention_offline() : m.lock_attention_offline_for({ duration });
  const reasons = [
    ...(getLockConnection(lock) === 'offline' ? [offline] : []),
    ...(hasWeakBattery(lock) ? [m.lock_attention_battery({ percent: lock.electricity ?? 0 })] : []),
    // An alarm about the battery says nothing more.
    ...(hasAlarm(lock) && !(hasWeakBattery(lock) && /battery/i.test(lock.alarm ?? ''))
      ? [m.lock_attention_alarm({ alarm: formatAlarm(lock) })]
      : []),
  ];
  return m.lock_attention({ reasons: formatList(reasons) });
}

const ALARMS: ReadonlyMap<string, string> = new Map([
  ['none', m.lock_alarm_none()],
  ['collision', m.lock_alarm_collision()],
  ['tamper', m.lock_alarm_tamper()],
  ['low battery', m.lock_low_battery()],
]);

/** The vendor's English name of an alarm in the language of the screen, or as it is when the product does not know it. */
export const formatAlarm = ({ alarm }: Pick<LockDevice, 'alarm'>): string =>
  ALARMS.get(alarm?.trim().toLowerCase() ?? '') ?? alarm ?? '';

/** `done` is said when the vendor accepted the command. */
export const COMMAND_TEXTS = {
  raise: { button: m.lock_raise_button, done: m.lock_raised(), notConfirmed: m.lock_raise_not_confirmed },
  lower: { button: m.lock_lower_button, done: m.lock_lowered(), notConfirmed: m.lock_lower_not_confirmed },
} satisfies Record<LockAction, unknown>;
