import { format, isSameDay } from 'date-fns';
import { findFreeAgainAt, findFreeUntil, type TakenTime } from '../../../domain/zones/occupancy.ts';
import type { Space } from '../../../domain/zones/zone.ts';

/**
 * Such as 'Free until 3:00 PM' or 'Free again at 3:00 PM'. Null for a space that is out of use or occupied without a
 * booking.
 */
export function formatFreeTime(space: Space, taken: readonly TakenTime[], now: Date): string | null {
  if (space.status === 'available') {
    const until = findFreeUntil(taken, now);
    if (until === null) return 'Free for the next 24 hours';
    return isSameDay(until, now)
      ? `Free until ${format(until, 'h:mm a')}`
      : `Free until ${format(until, 'MMM d, h:mm a')}`;
  }
  if (space.status === 'maintenance') return null;
  const again = findFreeAgainAt(taken, now);
  if (again === null) return null;
  return isSameDay(again, now)
    ? `Free again at ${format(again, 'h:mm a')}`
    : `Free again ${format(again, 'MMM d, h:mm a')}`;
}
