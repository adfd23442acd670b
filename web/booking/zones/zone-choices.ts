import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { FALLBACK_HOURLY_RATE } from '../../../domain/money/money.ts';
import type { ProblemKey } from '../../../domain/problems.ts';
import { overstayTermsSchema } from '../../../domain/zones/overstay.ts';
import { compareNames } from '../../../domain/zones/space-names.ts';
import { dataClient } from '../../data/connection.ts';
import { useProblemToast } from '../../ui/feedback/use-problem-toast.ts';
import { readRows } from '../../ui/table/parse-rows.ts';
import { bookingKeys } from '../keys.ts';
import type { ReserveTarget } from '../reserve/new-reservation.ts';

/** A list of more zones than this is searched by words. */
const LIMIT = 1000;

/** A zone to choose by its name, with its price in the operator's currency. */
type ZoneChoice = ReserveTarget['zone'];
export type ZonePrice = Pick<ZoneChoice, 'id' | 'name' | 'pricePerHour'>;

const choiceSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    location: z.string().nullable().default(null),
    price_per_hour: z.number().nullable().default(null),
    overstay: overstayTermsSchema,
  })
  .transform(
    ({ id, name, location, price_per_hour, overstay }): ZoneChoice => ({
      id,
      name,
      address: location ?? '',
      pricePerHour: price_per_hour ?? FALLBACK_HOURLY_RATE,
      overstay,
    }),
  );

/** All zones, by name. @throws Problem of this key */
export async function listZoneChoices(problem: ProblemKey, signal: AbortSignal): Promise<ZoneChoice[]> {
  const response = await dataClient()
    // What an administrator has just saved: the server may read `parking_zones` from a replica.
    .from('admin_zones')
    .select('id, name, location, price_per_hour, overstay')
    .order('sort_name')
    .limit(LIMIT)
    .abortSignal(signal);
  return readRows(response, choiceSchema, problem).rows.toSorted((a, b) => compareNames(a.name, b.name));
}

/** All zones, by name; while it is not enabled they are not loaded again. */
export function useZoneChoices({ enabled = true } = {}) {
  const zones = useQuery({
    queryKey: bookingKeys.zoneChoices(),
    queryFn: ({ signal }) => listZoneChoices('admin-zones-not-loaded', signal),
    enabled,
  });
  useProblemToast(zones.error);
  return zones;
}
