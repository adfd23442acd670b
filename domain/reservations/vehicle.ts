import * as z from 'zod';
import { m } from '#messages';

export const vehicleSchema = z.object({
  id: z.string(),
  name: z.string(),
  licensePlate: z.string(),
  type: z.string(),
  /** The driver's own, which the database keeps with the reservation; not a sample or a placeholder. */
  isStored: z.boolean().optional(),
});

export type Vehicle = z.infer<typeof vehicleSchema>;

/** For reservations that the backend stores no vehicle of. */
export const UNKNOWN_VEHICLE: Vehicle = { id: 'unknown', name: '', licensePlate: '', type: '' };

export const formatVehicleName = ({ name }: Vehicle): string => name || m.vehicle_unknown_name();

export const formatLicensePlate = ({ licensePlate }: Vehicle): string => licensePlate || m.vehicle_unknown_plate();

/** Such as 'Toyota Yaris, A123456'; null for a sample or a placeholder. */
export function formatStoredVehicle({ name, licensePlate, isStored = false }: Vehicle): string | null {
  return isStored ? m.vehicle_with_plate({ name, plate: licensePlate }) : null;
}
