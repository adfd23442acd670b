import { isSameDay } from 'date-fns';
import { m } from '#messages';
import { formatDayOfYear, getClock } from '../../../../domain/language/format.ts';
import { findFreeAgainAt, findFreeUntil, type TakenTime } from '../../../../domain/zones/occupancy.ts';
import type { Space } from '../../../../domain/zones/zone.ts';

/**
 * Such as 'Free until 3:00 PM' or 'Free again at 3:00 PM'. Null for a space that is out of use or occupied without a
 * booking.
 */
export function formatFreeTime(space: Space, taken: readonly TakenTime[], now: Date): string | null {
  if (space.status === 'available') {
    const until = findFreeUntil(taken, now);
    if (until === null) return m.space_free_next_day();
    return isSameDay(until, now)
      ? m.space_free_until(getClock(until))
      : m.space_free_until_day({ ...getClock(until), day: formatDayOfYear(until) });
  }
  if (space.status === 'maintenance') return null;
  const again = findFreeAgainAt(taken, now);
  if (again === null) return null;
  return isSameDay(again, now)
    ? m.space_free_again(getClock(again))
    : m.space_free_again_day({ ...getClock(again), day: formatDayOfYear(again) });
}
