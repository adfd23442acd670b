import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { toCamelCase } from '../../../domain/camel-case.ts';
import { momentSchema } from '../../../domain/days/period.ts';
import { amountSchema } from '../../../domain/money/cents.ts';
import { overstayTermsSchema } from '../../../domain/zones/overstay.ts';
import { nameSpace } from '../../../domain/zones/space-names.ts';
import { dataClient } from '../../data/connection.ts';
import { toOwnProblem } from '../../data/database-problem.ts';
import { readRow } from '../../ui/table/parse-rows.ts';
import { bookingKeys } from '../keys.ts';

const space = z.object({ id: z.string(), name: z.string().transform(nameSpace) });

const placeSchema = z.object({
  zone: z.object({ id: z.string(), name: z.string(), location: z.string().nullable(), overstay: overstayTermsSchema }),
  /** Null for the sign of a zone. */
  space: space.nullable(),
  /** Where somebody can park now: on the space of the sign, else on another one. */
  free: z.array(
    space
      .extend({ lowest_rate: z.number(), has_rates: z.boolean(), free_until: momentSchema.nullable() })
      .transform(toCamelCase),
  ),
});

export type SignPlace = z.infer<typeof placeSchema>;

const readSign = async (sign: string): Promise<SignPlace | null> =>
  readRow(
    await dataClient().rpc('read_sign', { sign }),
    placeSchema.nullable(),
    'space-details-not-loaded',
    toOwnProblem,
  );

/** What a sign stands for; null for a code that no sign has. */
export const useSign = (sign: string) =>
  useQuery({ queryKey: bookingKeys.sign(sign), queryFn: () => readSign(sign), refetchInterval: 30_000 });

const staySchema = z
  .object({ id: z.string(), start_time: momentSchema, amount: amountSchema, paid_until: momentSchema.nullable() })
  .transform(toCamelCase);
export type OpenStay = z.infer<typeof staySchema>;

/** `stay` is null for a reservation, which is paid. */
const parkedSchema = z.object({ until: momentSchema, stay: staySchema.nullable() });

/** Somebody else's car with this plate in the zone of a sign. @throws Problem */
export async function findParkedPlate(sign: string, plate: string) {
  const response = await dataClient().rpc('find_parked_plate', { sign, plate });
  return readRow(response, parkedSchema.nullable(), 'availability-not-checked', toOwnProblem);
}
