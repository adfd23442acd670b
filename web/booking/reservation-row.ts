import * as z from 'zod';
import { momentSchema, periodColumns, withPeriod } from '../../domain/days/period.ts';
import { CHARGE_METHODS } from '../../domain/money/payment.ts';
import {
  RESERVATION_STATUSES,
  type Reservation,
  toPaymentMethod,
  UNKNOWN_VEHICLE,
  type Vehicle,
} from '../../domain/reservations/reservation.ts';
import { VEHICLE_TYPES } from '../../domain/vehicles/vehicle-type.ts';
import { dataClient } from '../data/connection.ts';
import { spaceRowSchema } from '../data/space.ts';
import { zoneRowSchema } from '../data/zone.ts';
import { readRow } from '../ui/table/parse-rows.ts';

const RESERVATION_COLUMNS =
  'id, parking_space_id, start_time, end_time, total_amount, created_at, vehicle_id, vehicle_name, vehicle_plate, vehicle_type, payment_method, first_start' as const;

export const RESERVED_SPACE_COLUMNS =
  'name, location, zone_name, hourly_rate, kavass_device_id, hint, parking_zones(location, price_per_hour, latitude, longitude, overstay)' as const;

export const reservedSpaceSchema = spaceRowSchema
  .pick({ name: true, location: true, zone_name: true, hourly_rate: true })
  .extend({
    kavass_device_id: z.string().nullable().default(null),
    hint: z.string().nullable().default(null),
    parking_zones: zoneRowSchema
      .pick({ location: true, price_per_hour: true, latitude: true, longitude: true, overstay: true })
      .nullable(),
  });

export const STORED_COLUMNS =
  `${RESERVATION_COLUMNS}, status, arrived_at, ended_at, held_until, parking_spaces(${RESERVED_SPACE_COLUMNS})` as const;

export const storedRowSchema = z.object({
  id: z.string(),
  parking_space_id: z.string().nullable(),
  ...periodColumns,
  total_amount: z.number(),
  created_at: momentSchema,
  // Null without a vehicle; the name and plate also after the driver's account is gone, the id after the vehicle is.
  vehicle_id: z.string().nullable().default(null),
  vehicle_name: z.string().nullable().default(null),
  vehicle_plate: z.string().nullable().default(null),
  vehicle_type: z.enum(VEHICLE_TYPES).nullable().default(null),
  // Null where nothing is charged.
  payment_method: z.enum(CHARGE_METHODS).nullable().default(null),
  first_start: momentSchema.nullable().default(null),
  status: z.enum(RESERVATION_STATUSES),
  arrived_at: momentSchema.nullable().default(null),
  ended_at: momentSchema.nullable().default(null),
  held_until: momentSchema.nullable().default(null),
  parking_spaces: reservedSpaceSchema.nullable(),
});

type ReservationRow = z.infer<typeof storedRowSchema>;

/**
 * A row as drivers see it: at its zone's position, or at 0, 0 without one. The backend stores a payment method only where money
 * moves, and a vehicle where drivers have their own: else placeholders.
 */
export function toReservation(row: ReservationRow): Reservation {
  const { parking_spaces: space, payment_method: chargedTo } = row;
  const { startsAt, endsAt } = withPeriod(row);
  const zone = space?.parking_zones;
  return {
    id: row.id,
    spaceId: row.parking_space_id ?? '',
    spaceName: space?.name ?? '',
    zoneName: space?.zone_name || null,
    startsAt,
    endsAt,
    status: row.status,
    vehicle: findStoredVehicle(row) ?? UNKNOWN_VEHICLE,
    paymentMethod: chargedTo === null ? 'wallet' : toPaymentMethod(chargedTo),
    chargedTo: chargedTo ?? undefined,
    ownerName: '',
    address: space?.location || zone?.location || '',
    spaceHint: space?.hint || undefined,
    price: row.total_amount,
    lat: zone?.latitude ?? 0,
    lng: zone?.longitude ?? 0,
    createdAt: row.created_at,
    firstStart: row.first_start ?? undefined,
    hasBarrier: space?.kavass_device_id ? true : undefined,
    arrivedAt: row.arrived_at ?? undefined,
    endedAt: (row.status === 'completed' && row.ended_at) || undefined,
    heldUntil: row.held_until ?? undefined,
  };
}

type OwnDetails = Partial<Pick<Reservation, 'vehicle' | 'paymentMethod'>>;

/** A reservation of the server with the vehicle and the payment method that, in a demo, only this device stores. */
export function addSavedDetails(reservation: Reservation, own: OwnDetails): Reservation {
  const vehicle = (!reservation.vehicle.isStored && own.vehicle) || reservation.vehicle;
  const paymentMethod = (!reservation.chargedTo && own.paymentMethod) || reservation.paymentMethod;
  return { ...reservation, vehicle, paymentMethod };
}

function findStoredVehicle(row: ReservationRow): Vehicle | null {
  const { vehicle_name: name, vehicle_plate: licensePlate, vehicle_type: type } = row;
  if (name === null || licensePlate === null || type === null) return null;
  return { id: row.vehicle_id ?? row.id, name, licensePlate, type, isStored: true };
}

/** The reservation as it is now, with what only this device stores of it; null when the server does not show it. */
export async function findReservation(id: string, own: OwnDetails = {}, retries = false): Promise<Reservation | null> {
  const response = await dataClient()
    .from('reservations')
    .select(STORED_COLUMNS)
    .eq('id', id)
    .retry(retries)
    .maybeSingle();
  const row = readRow(response, storedRowSchema.nullable(), 'reservations-not-loaded');
  return row && addSavedDetails(toReservation(row), own);
}

/** When another driver's reservation on the space of an own reservation begins; null when none does within a day of its end. */
export async function findNextReservationStart(reservationId: string): Promise<Date | null> {
  const response = await dataClient().rpc('next_reservation_begins', { reservation: reservationId });
  return readRow(response, momentSchema.nullable(), 'reservations-not-loaded');
}
