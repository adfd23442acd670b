import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { isSameDay } from '../../../../domain/days/country-time.ts';
import { createPeriod, type Period } from '../../../../domain/days/period.ts';
import { formatDayOfYear, getClock } from '../../../../domain/language/format.ts';
import { findFreeAgainAt, findFreeUntil } from '../../../../domain/zones/occupancy.ts';
import type { Space } from '../../../../domain/zones/zone.ts';
import { listTakenTimes } from '../../../data/occupancy.ts';
import { bookingKeys } from '../../keys.ts';
import { ZONES_REFRESH_MS } from '../zones.ts';

const LOOK_AHEAD_HOURS = 24;

/** When the spaces of a zone are taken from now on; undefined until that is known, as it is only a hint. */
export function useTakenTimes(
  zoneId: string,
  spaces: readonly Space[],
  isWanted: boolean,
): Map<string, Period[]> | undefined {
  const ids = spaces.map(({ id }) => id);
  const times = useQuery({
    queryKey: bookingKeys.spaces(zoneId, 'taken', ids),
    queryFn: () => listTakenTimes(ids, createPeriod(new Date(), LOOK_AHEAD_HOURS)),
    enabled: isWanted && ids.length > 0,
    refetchInterval: ZONES_REFRESH_MS,
    structuralSharing: false,
  });
  return times.data;
}

/**
 * Such as 'Free until 3:00 PM' or 'Free again at 3:00 PM'. Null for a space that is out of use or occupied without a
 * booking.
 */
export function formatFreeTime(space: Space, taken: readonly Period[], now: Date): string | null {
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
