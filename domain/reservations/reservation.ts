import * as z from 'zod';
import { m } from '#messages';
import { momentSchema, periodShape } from '../days/period.ts';
import { CHARGE_METHODS } from '../money/payment.ts';
import type { Position } from '../zones/distance.ts';
import { formatSpaceInZone } from '../zones/space-names.ts';
import { PAYMENT_METHODS } from './payment.ts';
import { vehicleSchema } from './vehicle.ts';

export const DEFAULT_DURATION_HOURS = 3;
export const MIN_DURATION_HOURS = 1;

export const UNKNOWN_SPACE_NAME = m.reservation_unknown_space();

/**
 * The database sets 'expired' on those that nobody ended, a day after their end. One that is 'held' waits for its payment by
 * card or PayPal, and is no reservation yet; without one in time it has 'lapsed'.
 */
export const RESERVATION_STATUSES = ['active', 'completed', 'cancelled', 'expired', 'held', 'lapsed'] as const;

export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];

/**
 * A reservation as drivers see it, also as the device stores it: `price` in the operator's currency.
 * A name or address that is not known is empty, and has its words where it is shown: what is stored outlives the
 * language of a page.
 */
export const reservationSchema = z.object({
  id: z.string().min(1),
  parkingSpotId: z.string(),
  parkingSpotName: z.string(),
  /** Null for a reservation in no zone. */
  zoneName: z.string().nullable(),
  ...periodShape,
  status: z.enum(RESERVATION_STATUSES).default('active'),
  vehicle: vehicleSchema,
  paymentMethod: z.enum(PAYMENT_METHODS),
  /** Empty for the product itself, which owns every zone as long as there are no zone owners. */
  ownerName: z.string(),
  address: z.string(),
  price: z.number().nonnegative(),
  lat: z.number(),
  lng: z.number(),
  createdAt: momentSchema,
  /** The earliest start that the driver had booked before a change; absent without one. */
  firstStart: momentSchema.optional(),
  image: z.string().optional(),
  /** Whether the space has a lock, which is a barrier to drivers. */
  hasBarrier: z.boolean().optional(),
  /** How a driver finds the space, in the operator's words. */
  spaceHint: z.string().optional(),
  /** What it was charged to; absent where nothing was charged. */
  chargedTo: z.enum(CHARGE_METHODS).optional(),
  /** When its driver ended it. */
  endedAt: momentSchema.optional(),
  /** Until when its space is held for the payment. */
  heldUntil: momentSchema.optional(),
  rating: z.object({ overall: z.int().min(1).max(5), createdAt: momentSchema }).optional(),
  receiptId: z.string().optional(),
});

export type Reservation = z.infer<typeof reservationSchema>;

/** Whether a reservation is not active, so that its space is not this driver's. */
export const isClosed = ({ status }: Pick<Reservation, 'status'>): boolean => status !== 'active';

/** Such as 'A-01, Casco Colonial'. */
export function formatPlace({ parkingSpotName, zoneName }: Pick<Reservation, 'parkingSpotName' | 'zoneName'>): string {
  return formatSpaceInZone({ name: formatSpaceName({ parkingSpotName }), zoneName });
}

export function formatSpaceName({ parkingSpotName }: Pick<Reservation, 'parkingSpotName'>): string {
  return parkingSpotName || UNKNOWN_SPACE_NAME;
}

export function formatAddress({ address }: Pick<Reservation, 'address'>): string {
  return address || m.reservation_unknown_location();
}

export function formatOwner({ ownerName }: Pick<Reservation, 'ownerName'>): string {
  return ownerName || m.reservation_system_owner();
}

/** Null when the position is 0, 0, which stands for an unknown one. */
export function findReservationPosition({ lat, lng }: Pick<Reservation, 'lat' | 'lng'>): Position | null {
  return lat === 0 && lng === 0 ? null : { lat, lng };
}
