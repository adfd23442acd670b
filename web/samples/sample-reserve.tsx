import type { SampleVehicle } from '../booking/reserve/reserve-vehicle.tsx';

/** Every driver of a demo has these. */
export const SAMPLE_VEHICLES: readonly [SampleVehicle, SampleVehicle] = [
  { id: 'sample-hatchback', name: 'Toyota Yaris', licensePlate: 'A123456', type: 'hatchback' },
  { id: 'sample-sedan', name: 'Honda Civic', licensePlate: 'A654321', type: 'sedan' },
];
