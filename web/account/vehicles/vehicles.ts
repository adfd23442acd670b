import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { textSchema } from '../../../domain/field-schemas.ts';
import { describeProblem, isProblem, Problem } from '../../../domain/problems.ts';
import type { Vehicle } from '../../../domain/reservations/reservation.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { parsePlate, VEHICLE_TYPES } from '../../../domain/vehicles/vehicle-type.ts';
import { dataClient } from '../../data/connection.ts';
import { save, toOwnProblem, UNIQUE_VIOLATION } from '../../data/database-problem.ts';
import { tableRow } from '../../data/table-row.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { parseRow, readRows } from '../../ui/table/parse-rows.ts';
import { accountKeys } from '../keys.ts';

async function listVehicles(userId: string): Promise<OwnVehicle[]> {
  const response = await dataClient()
    .from('vehicles')
    .select(vehicleRow.columns)
    .eq('user_id', userId)
    .order('is_default', { ascending: false })
    .order('created_at', { ascending: false })
    .limit(MAX_VEHICLES);
  return readRows(response, vehicleRow.schema, 'vehicles-not-loaded').rows;
}

/** When the response to an earlier try was lost, a repeat finds the vehicle which that try added. */
export async function addVehicle(userId: string, vehicle: NewVehicle): Promise<OwnVehicle> {
  const { data, error } = await dataClient()
    .from('vehicles')
    .insert({ user_id: userId, ...vehicle })
    .select(vehicleRow.columns)
    .single();
  if (!error) return parseRow(vehicleRow.schema, data, 'vehicle-not-added');
  if (error.code !== UNIQUE_VIOLATION) throw toOwnProblem(error, 'vehicle-not-added');
  const vehicles = await listVehicles(userId);
  const same = vehicles.find(
    ({ name, plate, type }) => name === vehicle.name && plate === vehicle.plate && type === vehicle.type,
  );
  if (same === undefined) throw new Problem('plate-used', { cause: error });
  return same;
}

/** Fails with `plate-used` for the plate of another vehicle, and where the vehicle was removed meanwhile. */
export async function updateVehicle(id: string, change: NewVehicle | { is_default: true }): Promise<void> {
  const { error } = await dataClient().from('vehicles').update(change).eq('id', id).select('id').single();
  if (error?.code === UNIQUE_VIOLATION) throw new Problem('plate-used', { cause: error });
  if (error) throw toOwnProblem(error, 'vehicle-not-saved');
}

const vehicleNameSchema = textSchema(TEXT_LIMITS.vehicleName)
  .refine((typed) => typed.trim() !== '', describeProblem('vehicle-name-required'))
  .transform((typed) => typed.trim());

export const vehicleValuesSchema = z.object({
  name: vehicleNameSchema,
  plate: z.string().transform((typed, context) => {
    const plate = parsePlate(typed);
    if (plate !== null) return plate;
    context.addIssue(describeProblem('plate-malformed'));
    return z.NEVER;
  }),
  type: z.enum(VEHICLE_TYPES),
});

export const EMPTY_VEHICLE: VehicleValues = { name: '', plate: '', type: 'sedan' };

export const MAX_VEHICLES = 10;

const vehicleRow = tableRow({
  id: z.string(),
  name: z.string(),
  plate: z.string(),
  type: z.enum(VEHICLE_TYPES),
  is_default: z.boolean(),
});

export type OwnVehicle = z.infer<typeof vehicleRow.schema>;

export const isPlateUsed = (error: Error | null): error is Problem => isProblem(error, 'plate-used');

/** Removes a vehicle; reservations keep their copy of it. Safe to repeat. */
export const removeVehicle = (id: string) =>
  save(dataClient().from('vehicles').delete().eq('id', id), 'vehicle-not-removed', toOwnProblem);

export function toVehicle({ id, name, plate, type }: OwnVehicle): Vehicle {
  return { id, name, licensePlate: plate, type, isStored: true };
}

export type VehicleValues = z.input<typeof vehicleValuesSchema>;

export type NewVehicle = z.output<typeof vehicleValuesSchema>;

export function useOwnVehicles(userId: string) {
  return useQuery({ queryKey: accountKeys.vehicles(userId), queryFn: () => listVehicles(userId) });
}

export function useAddVehicle(userId: string) {
  const queryClient = useQueryClient();
  const queryKey = accountKeys.vehicles(userId);
  return useAction((vehicle: NewVehicle) => addVehicle(userId, vehicle), {
    onSuccess: async (added) => {
      // The response to an older request must not overwrite it.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<OwnVehicle[]>(queryKey, (known = []) =>
        known.some(({ id }) => id === added.id) ? known : [...known.slice(0, 1), added, ...known.slice(1)],
      );
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
}
