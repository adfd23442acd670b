import * as z from 'zod';
import { m } from '#messages';

/** For reservations from the backend, which stores no vehicles. */
export const UNKNOWN_VEHICLE = { id: 'unknown', name: '', licensePlate: '', type: '' };

/** Of an unknown vehicle, devices may have kept texts of the screen. */
export const vehicleSchema = z
  .object({ id: z.string(), name: z.string(), licensePlate: z.string(), type: z.string() })
  .transform((vehicle) => (vehicle.id === UNKNOWN_VEHICLE.id ? UNKNOWN_VEHICLE : vehicle));

export type Vehicle = z.infer<typeof vehicleSchema>;

const TYPE_LABELS = { hatchback: m.vehicle_hatchback(), sedan: m.vehicle_sedan() };

type SampleVehicle = Vehicle & { type: keyof typeof TYPE_LABELS };

/** Every driver has these, as the backend stores no vehicles. */
export const SAMPLE_VEHICLES: readonly [SampleVehicle, SampleVehicle] = [
  { id: 'sample-hatchback', name: 'Toyota Yaris', licensePlate: 'A123456', type: 'hatchback' },
  { id: 'sample-sedan', name: 'Honda Civic', licensePlate: 'A654321', type: 'sedan' },
];

export const formatVehicleType = ({ type }: SampleVehicle): string => TYPE_LABELS[type];

export const formatVehicleName = ({ name }: Vehicle): string => name || m.vehicle_unknown_name();

export const formatLicensePlate = ({ licensePlate }: Vehicle): string => licensePlate || m.vehicle_unknown_plate();
