import * as z from 'zod';
import type { Vehicle } from '../../../domain/reservations/vehicle.ts';
import { VEHICLE_TYPES } from '../../../domain/vehicles/vehicle-type.ts';

/** As many as the database allows a driver. */
export const MAX_VEHICLES = 10;

/** Of the table `vehicles`, to be parsed by `ownVehicleSchema`. */
export const VEHICLE_COLUMNS = 'id, name, plate, type, is_default';

export const ownVehicleSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    plate: z.string(),
    type: z.enum(VEHICLE_TYPES),
    is_default: z.boolean(),
  })
  .transform(({ is_default: isDefault, ...vehicle }) => ({ ...vehicle, isDefault }));

/** A vehicle of the signed-in driver. */
export type OwnVehicle = z.infer<typeof ownVehicleSchema>;

/** As a reservation shows it. */
export function toVehicle({ id, name, plate, type }: OwnVehicle): Vehicle {
  return { id, name, licensePlate: plate, type, isStored: true };
}
