import * as z from 'zod';
import { m } from '#messages';
import { OPERATOR_LIMITS } from '../../../../domain/reservations/times.ts';
import { parsePlate } from '../../../../domain/vehicles/vehicle-type.ts';
import {
  checkReservationLimits,
  createReservationValues,
  reservationFieldsSchema,
  toStartValues,
} from '../../../booking/arrival/reservation-values.ts';
import type { FoundDriver } from './reservation-for-driver.ts';

export type ProposedSlot = { zoneId?: string | undefined; spaceId?: string | undefined; startsAt?: Date | undefined };

export const forDriverSchema = reservationFieldsSchema
  .extend({
    driver: z
      .custom<FoundDriver>()
      .nullable()
      .refine((driver): driver is FoundDriver => driver !== null, m.for_driver_driver_missing()),
    zoneId: z.string().min(1, m.for_driver_zone_missing()),
    /** Empty for any free space of the zone. */
    spaceId: z.string(),
    /** Empty without a vehicle. */
    vehicleId: z.string(),
  })
  .superRefine((values, context) => checkReservationLimits(values, context, OPERATOR_LIMITS));

export type ForDriverValues = z.input<typeof forDriverSchema>;
export type CompleteForDriverValues = z.output<typeof forDriverSchema>;

export function createForDriverValues(
  { zoneId = '', spaceId = '', startsAt }: ProposedSlot,
  now: Date,
): ForDriverValues {
  const reservation = { ...createReservationValues(now), ...toStartValues(startsAt ?? now) };
  return { ...reservation, driver: null, zoneId, spaceId, vehicleId: '' };
}

/** The vehicle that the driver was found by, else the default one; empty without any. */
export function chooseVehicle({ vehicles }: FoundDriver, words: string): string {
  const plate = parsePlate(words);
  const found = plate === null ? undefined : vehicles.find((vehicle) => vehicle.plate.includes(plate));
  return (found ?? vehicles[0])?.id ?? '';
}
