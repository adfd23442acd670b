import * as z from 'zod';

export const vehicleSchema = z.object({
  id: z.string(),
  name: z.string(),
  licensePlate: z.string(),
  type: z.string(),
});

export type Vehicle = z.infer<typeof vehicleSchema>;

/** Every driver has these, as the backend stores no vehicles. */
export const SAMPLE_VEHICLES: readonly [Vehicle, Vehicle] = [
  { id: 'sample-hatchback', name: 'Toyota Yaris', licensePlate: 'A123456', type: 'Hatchback' },
  { id: 'sample-sedan', name: 'Honda Civic', licensePlate: 'A654321', type: 'Sedan' },
];

/** For reservations from the backend, which stores no vehicles. */
export const UNKNOWN_VEHICLE: Vehicle = { id: 'unknown', name: 'Vehicle', licensePlate: 'N/A', type: 'Unknown' };
