import * as z from 'zod';

export const vehicleSchema = z.object({
  id: z.string(),
  name: z.string(),
  licensePlate: z.string(),
  type: z.string(),
});

export type Vehicle = z.infer<typeof vehicleSchema>;

/** The vehicles every driver has: local sample data, as the product keeps no vehicles of people. */
export const SAMPLE_VEHICLES: readonly [Vehicle, Vehicle] = [
  { id: 'sample-hatchback', name: 'Toyota Yaris', licensePlate: 'A123456', type: 'Hatchback' },
  { id: 'sample-sedan', name: 'Honda Civic', licensePlate: 'A654321', type: 'Sedan' },
];

/** Stands in for the vehicle of a reservation that comes from the backend, which knows none. */
export const UNKNOWN_VEHICLE: Vehicle = { id: 'unknown', name: 'Vehicle', licensePlate: 'N/A', type: 'Unknown' };
