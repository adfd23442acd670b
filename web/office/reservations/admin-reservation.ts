import * as z from 'zod';
import { RESERVATION_STATUSES } from '../../../domain/reservations/reservation.ts';

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
