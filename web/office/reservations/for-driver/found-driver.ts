import * as z from 'zod';
import { m } from '#messages';
import { formatList } from '../../../../domain/language/format.ts';

/** Somebody to reserve for, with their vehicles, the default one first. */
export type FoundDriver = z.infer<typeof foundDriverSchema>;

export const foundDriverSchema = z
  .object({
    user_id: z.string(),
    full_name: z.string().nullable(),
    email: z.string().nullable(),
    status: z.string(),
    is_confirmed: z.boolean(),
    vehicles: z.array(z.object({ id: z.string(), name: z.string(), plate: z.string(), type: z.string() })),
  })
  .transform((row) => ({
    id: row.user_id,
    name: row.full_name?.trim() ?? '',
    email: row.email ?? '',
    isSuspended: row.status === 'suspended',
    isConfirmed: row.is_confirmed,
    vehicles: row.vehicles,
  }));

/** The name, else the address. */
export const nameDriver = ({ name, email }: FoundDriver): string => name || email;

/** Such as 'A123456, B777777'. */
export const formatPlates = ({ vehicles }: FoundDriver): string =>
  vehicles.length === 0 ? m.for_driver_no_plates() : formatList(vehicles.map(({ plate }) => plate));
