import { m } from '#messages';
import type { Vehicle } from '../../domain/reservations/vehicle.ts';

const TYPE_LABELS = { hatchback: m.vehicle_hatchback(), sedan: m.vehicle_sedan() };

export type SampleVehicle = Vehicle & { type: keyof typeof TYPE_LABELS };

/** Every driver of a demo has these. */
export const SAMPLE_VEHICLES: readonly [SampleVehicle, SampleVehicle] = [
  { id: 'sample-hatchback', name: 'Toyota Yaris', licensePlate: 'A123456', type: 'hatchback' },
  { id: 'sample-sedan', name: 'Honda Civic', licensePlate: 'A654321', type: 'sedan' },
];

export const formatVehicleType = ({ type }: SampleVehicle): string => TYPE_LABELS[type];
