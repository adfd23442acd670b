import * as z from 'zod';
import { m } from '#messages';
import { isSameDay } from '../../../../domain/days/country-time.ts';
import { formatDay, formatTableClock, formatTableDayOfYear } from '../../../../domain/language/format.ts';
import { Problem } from '../../../../domain/problems.ts';
import { UNKNOWN_SPACE_NAME } from '../../../../domain/reservations/reservation.ts';
import { formatSpaceInZone } from '../../../../domain/zones/space-names.ts';
import { dataClient } from '../../../data/connection.ts';
import { parseRow } from '../../../ui/data-table/parse-rows.ts';

const time = z.iso.datetime({ offset: true });

const reservationsSchema = z.array(
  z
    .object({
      id: z.string(),
      space_name: z.string().nullable(),
      zone_name: z.string().nullable(),
      start_time: time,
      end_time: time,
    })
    .transform((row) => ({
      id: row.id,
      /** The space with its zone. */
      place: formatSpaceInZone({ name: row.space_name ?? UNKNOWN_SPACE_NAME, zoneName: row.zone_name }),
      start: new Date(row.start_time),
      end: new Date(row.end_time),
    })),
);

/** A reservation of a person. */
type UserReservation = z.infer<typeof reservationsSchema>[number];

const selectReservations = () =>
  dataClient().from('admin_reservations').select('id, space_name, zone_name, start_time, end_time');

/** The reservations with these ids. @throws Problem `all-reservations-not-loaded` */
export async function listReservations(ids: readonly string[], signal: AbortSignal): Promise<UserReservation[]> {
  const { data, error } = await selectReservations().in('id', ids).abortSignal(signal);
  if (error) throw new Problem('all-reservations-not-loaded', { cause: error });
  return parseRow(reservationsSchema, data, 'all-reservations-not-loaded');
}

/**
 * The active reservations of a person, by start; also those that are over and were not ended.
 * @throws Problem `reservations-of-user-unknown`
 */
export async function listActiveReservations(userId: string, signal: AbortSignal): Promise<UserReservation[]> {
  const { data, error } = await selectReservations()
    .eq('user_id', userId)
    .eq('status', 'active')
    .order('start_time')
    .abortSignal(signal);
  if (error) throw new Problem('reservations-of-user-unknown', { cause: error });
  return parseRow(reservationsSchema, data, 'reservations-of-user-unknown');
}

/** Such as 'A-01, Naco on Mar 01, 2026, 10:00 - 13:00'. */
export function formatUserReservation({ place, start, end }: UserReservation): string {
  return m.user_reservation({
    place,
    day: formatDay(start),
    start: formatTableClock(start),
    end: formatTableClock(end),
  });
}

/** Says that a person who is suspended is parked or has reserved; null without reservations. */
export function formatSuspensionWarning(
  name: string,
  reservations: readonly UserReservation[],
  now: Date,
): string | null {
  const running = reservations.filter(({ start }) => start <= now);
  const upcoming = reservations.length - running.length;
  const sentences = [
    ...running.map((reservation) => formatRunningReservation(name, reservation, now)),
    ...(running.length > 0 ? [m.suspension_signed_out()] : []),
    ...(upcoming > 0 ? [m.suspension_upcoming({ count: upcoming })] : []),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

function formatRunningReservation(name: string, { place, end }: UserReservation, now: Date): string {
  const time = formatTableClock(end);
  const until = isSameDay(end, now) ? time : m.day_and_time({ day: formatTableDayOfYear(end), time });
  const message = end > now ? m.suspension_parked : m.suspension_overdue;
  return message({ name, place, until });
}
