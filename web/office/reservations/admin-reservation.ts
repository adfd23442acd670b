import * as z from 'zod';
import { m } from '#messages';
import { isSameDay } from '../../../domain/days/country-time.ts';
import { formatDay, formatTableClock } from '../../../domain/language/format.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import { RESERVATION_STATUSES, UNKNOWN_SPACE_NAME } from '../../../domain/reservations/reservation.ts';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import { showsSamples } from '../../data/connection.ts';

/** A reservation as administrators see it; person and space may be deleted. Times as ISO 8601, amount in the operator's currency. */
export type AdminReservation = z.infer<typeof adminReservationSchema>;

/** Of the view `admin_reservations`, to be parsed by `adminReservationSchema`. */
export const ADMIN_RESERVATION_COLUMNS =
  'id, user_name, user_email, parking_space_id, zone_id, space_name, space_location, zone_name, start_time, end_time, duration_hours, total_amount, status, vehicle_name, vehicle_plate';

export const adminReservationRowSchema = z.object({
  id: z.string(),
  user_name: z.string().nullable(),
  user_email: z.string().nullable(),
  parking_space_id: z.string().nullable().default(null),
  zone_id: z.string().nullable().default(null),
  space_name: z.string().nullable(),
  space_location: z.string().nullable(),
  zone_name: z.string().nullable(),
  start_time: z.iso.datetime({ offset: true }),
  end_time: z.iso.datetime({ offset: true }),
  duration_hours: z.number(),
  total_amount: z.number().nullable(),
  status: z.enum(RESERVATION_STATUSES),
  vehicle_name: z.string().nullable().default(null),
  vehicle_plate: z.string().nullable().default(null),
});

export function toAdminReservation(row: z.infer<typeof adminReservationRowSchema>) {
  return {
    id: row.id,
    userName: row.user_name,
    userEmail: row.user_email,
    spaceId: row.parking_space_id,
    zoneId: row.zone_id,
    spaceName: row.space_name,
    spaceLocation: row.space_location,
    zoneName: row.zone_name,
    startTime: row.start_time,
    endTime: row.end_time,
    durationHours: row.duration_hours,
    amount: row.total_amount,
    status: row.status,
    vehicleName: row.vehicle_name,
    plate: row.vehicle_plate,
  };
}

export const adminReservationSchema = adminReservationRowSchema.transform(toAdminReservation);

export const UNKNOWN_USER_NAME = m.reservation_unknown_user();

export function formatUserName({ userName }: Pick<AdminReservation, 'userName'>): string {
  return userName || UNKNOWN_USER_NAME;
}

export function formatSpaceName({ spaceName }: Pick<AdminReservation, 'spaceName'>): string {
  return spaceName || UNKNOWN_SPACE_NAME;
}

/** Such as 'Naco - Av. Tiradentes 12', without what is missing. */
export function formatLocation({
  zoneName,
  spaceLocation,
}: Pick<AdminReservation, 'zoneName' | 'spaceLocation'>): string {
  return [zoneName, spaceLocation].filter(Boolean).join(' - ');
}

/** Such as 'Toyota Yaris, A123456'; null without a vehicle. */
export function formatVehicle({ vehicleName, plate }: Pick<AdminReservation, 'vehicleName' | 'plate'>): string | null {
  return plate === null ? null : m.vehicle_with_plate({ name: vehicleName ?? '', plate });
}

/** The day a reservation starts, such as 'Mar 01, 2026', in the time zone of the device. */
export function formatDate({ startTime }: Pick<AdminReservation, 'startTime'>): string {
  return formatDay(startTime);
}

/** Such as '10:00 - 13:00', or '22:00 - Mar 02, 2026, 01:00' over midnight, which the demo leaves out. */
export function formatTimeRange({ startTime, endTime }: Pick<AdminReservation, 'startTime' | 'endTime'>): string {
  const time = formatTableClock(endTime);
  const end =
    isSameDay(startTime, endTime) || showsSamples() ? time : m.day_and_time({ day: formatDay(endTime), time });
  return m.reservation_time_range({ start: formatTableClock(startTime), end });
}

/** Such as '$15.00'; a missing amount is '$0.00'. */
export function formatAmount({ amount }: Pick<AdminReservation, 'amount'>): string {
  return formatMoney(amount ?? 0);
}

/** For sentences about a reservation, such as 'Ana Díaz in A-01, Malecón on Mar 01, 2026, 10:00 - 13:00.' */
export function nameReservation(reservation: AdminReservation) {
  return {
    user: formatUserName(reservation),
    place: formatSpaceInZone({ name: formatSpaceName(reservation), zoneName: reservation.zoneName }),
    day: formatDate(reservation),
    times: formatTimeRange(reservation),
  };
}
