import * as z from 'zod';
import { m } from '#messages';
import { momentSchema, periodShape } from '../days/period.ts';
import { CHARGE_METHODS, type ChargeMethod } from '../money/payment.ts';
import type { Position } from '../zones/distance.ts';
import { overstayChargeSchema } from '../zones/overstay.ts';
import { formatSpaceInZone, nameSpace } from '../zones/space-names.ts';

export const DEFAULT_DURATION_HOURS = 3;
export const MIN_DURATION_HOURS = 1;

/**
 * The database sets 'expired' on those that nobody ended, a day after their end. One that is 'held' waits for its payment by
 * card or PayPal, and is no reservation yet; without one in time it has 'lapsed'.
 */
export const RESERVATION_STATUSES = ['active', 'completed', 'cancelled', 'expired', 'held', 'lapsed'] as const;

export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];

const vehicleSchema = z.object({
  id: z.string(),
  name: z.string(),
  licensePlate: z.string(),
  type: z.string(),
  /** The driver's own, which the database keeps with the reservation; not a sample or a placeholder. */
  isStored: z.boolean().optional(),
});

/** The ways to pay that a driver chooses from; with sample data nothing is charged. */
export const PAYMENT_METHODS = ['wallet', 'credit', 'paypal'] as const;

/**
 * A reservation as drivers see it, also as the device stores it: `price` in the operator's currency.
 * A name or address that is not known is empty, and has its words where it is shown: what is stored outlives the
 * language of a page.
 */
export const reservationSchema = z.object({
  id: z.string().min(1),
  spaceId: z.string(),
  spaceName: z.string(),
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
  /** When an attendant scanned the ticket or the barrier opened; absent until then. */
  arrivedAt: momentSchema.optional(),
  endedAt: momentSchema.optional(),
  heldUntil: momentSchema.optional(),
  rating: z.object({ overall: z.int().min(1).max(5), createdAt: momentSchema }).optional(),
  receiptId: z.string().optional(),
  overstayCharge: overstayChargeSchema.optional(),
});

export type Reservation = z.infer<typeof reservationSchema>;

/** Whether a reservation is not active, so that its space is not this driver's. */
export const isClosed = ({ status }: Pick<Reservation, 'status'>): boolean => status !== 'active';

/** Tells local ids from those of the backend, which are UUIDs. */
export const LOCAL_ID_PREFIX = 'local-';

/** Whether only this device stores the reservation, so that requests about it make no sense. */
export function isLocalReservation({ id }: Pick<Reservation, 'id'>): boolean {
  return id.startsWith(LOCAL_ID_PREFIX);
}

/** Such as 'A-01, Casco Colonial'. */
export function formatPlace({ spaceName, zoneName }: Pick<Reservation, 'spaceName' | 'zoneName'>): string {
  return formatSpaceInZone({ name: spaceName, zoneName });
}

export function formatSpaceName({ spaceName }: Pick<Reservation, 'spaceName'>): string {
  return nameSpace(spaceName);
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

export type Vehicle = z.infer<typeof vehicleSchema>;

/** For reservations that the backend stores no vehicle of. */
export const UNKNOWN_VEHICLE: Vehicle = { id: 'unknown', name: '', licensePlate: '', type: '' };

export const formatVehicleName = ({ name }: Vehicle): string => name || m.vehicle_unknown_name();

export const formatLicensePlate = ({ licensePlate }: Vehicle): string => licensePlate || m.vehicle_unknown_plate();

/** Such as 'Toyota Yaris, A123456'; null for a sample or a placeholder. */
export function formatStoredVehicle({ name, licensePlate, isStored = false }: Vehicle): string | null {
  return isStored ? m.vehicle_with_plate({ name, plate: licensePlate }) : null;
}

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, string> = {
  wallet: m.payment_wallet(),
  credit: m.payment_credit_card(),
  paypal: m.payment_paypal(),
};

/** The payment method by the name that the database has for it. */
export const toChargeMethod = (method: PaymentMethod): ChargeMethod => (method === 'credit' ? 'card' : method);

export const toPaymentMethod = (method: ChargeMethod): PaymentMethod => (method === 'card' ? 'credit' : method);
