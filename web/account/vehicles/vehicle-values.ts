import * as z from 'zod';
import { textSchema } from '../../../domain/field-schemas.ts';
import { describeProblem } from '../../../domain/problems.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { parsePlate } from '../../../domain/vehicles/plate.ts';
import { VEHICLE_TYPES } from '../../../domain/vehicles/vehicle-type.ts';

export const vehicleNameSchema = textSchema(TEXT_LIMITS.vehicleName)
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

/** The form's values, as they are typed. */
export type VehicleValues = z.input<typeof vehicleValuesSchema>;
export type NewVehicle = z.output<typeof vehicleValuesSchema>;

export const EMPTY_VEHICLE: VehicleValues = { name: '', plate: '', type: 'sedan' };
