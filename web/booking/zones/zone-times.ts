import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { m } from '#messages';
import { getCountryDay } from '../../../domain/days/day-range.ts';
import { formatDays } from '../../../domain/language/format.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import { rateVersionSchema, weekWindowSchema } from '../../../domain/money/rates.ts';
import { formatWeekWindow } from '../../../domain/zones/opening-hours.ts';
import { dataClient } from '../../data/connection.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { readRow } from '../../ui/table/parse-rows.ts';
import { bookingKeys } from '../keys.ts';

/** A table of rates: its versions, the newest first. */
export const versionsSchema = z
  .object({ rate_versions: z.array(rateVersionSchema) })
  .transform((table) => table.rate_versions.toSorted((a, b) => Number(b.validFrom) - Number(a.validFrom)));

/** `zoneId` is null for a day of all zones. */
export const specialDaySchema = z
  .object({
    id: z.string(),
    zone_id: z.string().nullable(),
    first_day: z.string(),
    last_day: z.string(),
    kind: z.enum(['closed', 'table', 'event']),
    price: z.number().nullable(),
    name: z.string(),
    rate_tables: versionsSchema.nullish(),
  })
  .transform(({ first_day: first, last_day: last, zone_id: zoneId, rate_tables: versions = null, ...day }) => ({
    ...day,
    first,
    last,
    zoneId,
    versions,
  }));

const hoursSchema = z.object({ opening_hours: z.array(weekWindowSchema).nullish() });

/** The opening hours of a zone, and its special days from today on in the order in which they hold. */
async function loadZoneTimes(zoneId: string, signal: AbortSignal) {
  const [zone, days] = await Promise.all([
    dataClient().from('parking_zones').select('opening_hours').eq('id', zoneId).abortSignal(signal).single(),
    dataClient()
      .from('special_days')
      .select('id, zone_id, first_day, last_day, kind, price, name, rate_tables(rate_versions(*))')
      .or(`zone_id.eq.${zoneId},zone_id.is.null`)
      .is('ended_at', null)
      .gte('last_day', getCountryDay(getNow()))
      .order('zone_id', { nullsFirst: false })
      .order('created_at', { ascending: false })
      .limit(100)
      .abortSignal(signal),
  ]);
  const openingHours = readRow(zone, hoursSchema, 'zones-not-loaded').opening_hours ?? null;
  return {
    openingHours,
    hours: openingHours?.map(formatWeekWindow) ?? [],
    days: readRow(days, z.array(specialDaySchema), 'zones-not-loaded'),
  };
}

export const useZoneTimes = (zoneId: string, enabled = true) =>
  useQuery({
    queryKey: bookingKeys.zones('times', zoneId),
    queryFn: ({ signal }) => loadZoneTimes(zoneId, signal),
    enabled,
  });

/** The days with a text, such as 'Closed Dec 25, 2026: Christmas'; the first come first. */
export const describeSpecialDays = (days: readonly z.infer<typeof specialDaySchema>[]) =>
  days
    .toSorted((a, b) => (a.first < b.first ? -1 : 1))
    .map((day) => ({ ...day, days: formatDays(day.first, day.last), price: formatMoney(day.price ?? 0) }))
    .map((day) => ({ ...day, text: m.special_day(day) }));
