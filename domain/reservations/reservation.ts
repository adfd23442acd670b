import * as z from 'zod';
import type { Position } from '../zones/distance.ts';
import { PAYMENT_METHODS } from './payment.ts';
import { vehicleSchema } from './vehicle.ts';

export const DEFAULT_DURATION_HOURS = 3;
export const MIN_DURATION_HOURS = 1;

export const UNKNOWN_SPACE_NAME = 'Unknown Space';
export const UNKNOWN_LOCATION = 'Unknown Location';
/** Owner of every zone as drivers see it; the product has no zone owners yet. */
export const SYSTEM_OWNER_NAME = 'System';

/** 'expired' is one that nobody ended; the database sets it a day after the end. */
export const RESERVATION_STATUSES = ['active', 'completed', 'cancelled', 'expired'] as const;

export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];

/** A reservation as drivers see it, and the shape of the saved current session: `price` in dollars, times as ISO 8601. */
export const reservationSchema = z.object({
  id: z.string().min(1),
  parkingSpotId: z.string(),
  parkingSpotName: z.string(),
  startTime: z.iso.datetime({ offset: true }),
  durationHours: z.number().positive(),
  vehicle: vehicleSchema,
  paymentMethod: z.enum(PAYMENT_METHODS),
  ownerName: z.string(),
  address: z.string(),
  price: z.number().nonnegative(),
  lat: z.number(),
  lng: z.number(),
  createdAt: z.iso.datetime({ offset: true }),
  image: z.string().optional(),
});

export type Reservation = z.infer<typeof reservationSchema>;

/** Where a reservation is, or null: rows of the backend carry 0, 0, which means that nobody said. */
export function findReservationPosition({ lat, lng }: Pick<Reservation, 'lat' | 'lng'>): Position | null {
  return lat === 0 && lng === 0 ? null : { lat, lng };
}
