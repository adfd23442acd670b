import { millisecondsInHour } from 'date-fns/constants';
import * as z from 'zod';
import type { PaymentMethod } from '../../domain/reservations/payment.ts';
import {
  type Reservation,
  SYSTEM_OWNER_NAME,
  UNKNOWN_LOCATION,
  UNKNOWN_SPACE_NAME,
} from '../../domain/reservations/reservation.ts';
import { UNKNOWN_VEHICLE, type Vehicle } from '../../domain/reservations/vehicle.ts';

/** What a reservation's own row says, to be selected and then parsed by `reservationRowSchema`. */
export const RESERVATION_COLUMNS = 'id, parking_space_id, start_time, end_time, total_amount, created_at';

export const reservationRowSchema = z.object({
  id: z.string(),
  parking_space_id: z.string().nullable(),
  start_time: z.iso.datetime({ offset: true }),
  end_time: z.iso.datetime({ offset: true }),
  total_amount: z.number(),
  created_at: z.iso.datetime({ offset: true }),
});

/** What is shown of the space of a reservation, with its zone's place, to be parsed by `spaceRowSchema`. */
export const SPACE_COLUMNS =
  'name, location, zone_name, hourly_rate, parking_zones(location, price_per_hour, latitude, longitude)' as const;

export const spaceRowSchema = z.object({
  name: z.string(),
  location: z.string().nullable(),
  zone_name: z.string().nullable(),
  hourly_rate: z.number().nullable(),
  parking_zones: z
    .object({
      location: z.string().nullable(),
      price_per_hour: z.number().nullable(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
    })
    .nullable(),
});

type ReservationRow = z.infer<typeof reservationRowSchema>;
type SpaceRow = z.infer<typeof spaceRowSchema>;

/** What the backend does not know of a reservation; where it is not given, placeholders stand in. */
type Shown = { space: SpaceRow | null; vehicle?: Vehicle; paymentMethod?: PaymentMethod };

/** A row as drivers see it: at its zone's position, or at 0, 0 where that is not known. */
export function toReservation(
  row: ReservationRow,
  { space, vehicle = UNKNOWN_VEHICLE, paymentMethod = 'wallet' }: Shown,
): Reservation {
  const zone = space?.parking_zones;
  return {
    id: row.id,
    parkingSpotId: row.parking_space_id ?? '',
    parkingSpotName: space?.name || UNKNOWN_SPACE_NAME,
    startTime: row.start_time,
    durationHours: (Date.parse(row.end_time) - Date.parse(row.start_time)) / millisecondsInHour,
    vehicle,
    paymentMethod,
    ownerName: SYSTEM_OWNER_NAME,
    address: space?.location || zone?.location || UNKNOWN_LOCATION,
    price: row.total_amount,
    lat: zone?.latitude ?? 0,
    lng: zone?.longitude ?? 0,
    createdAt: row.created_at,
  };
}
