import * as z from 'zod';
import { m } from '#messages';

export const vehicleSchema = z.object({
  id: z.string(),
  name: z.string(),
  licensePlate: z.string(),
  type: z.string(),
});

export type Vehicle = z.infer<typeof vehicleSchema>;

/** Every driver has these, as the backend stores no vehicles. */
export const SAMPLE_VEHICLES: readonly [Vehicle, Vehicle] = [
  { id: 'sample-hatchback', name: 'Toyota Yaris', licensePlate: 'A123456', type: m.vehicle_hatchback() },
  { id: 'sample-sedan', name: 'Honda Civic', licensePlate: 'A654321', type: m.vehicle_sedan() },
];

/** For reservations from the backend, which stores no vehicles. */
export const UNKNOWN_VEHICLE: Vehicle = {
  id: 'unknown',
  name: m.vehicle_unknown_name(),
  licensePlate: m.vehicle_unknown_plate(),
  type: m.vehicle_unknown_type(),
};
