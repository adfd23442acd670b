import * as z from 'zod';
import { rateVersionSchema } from '../../../domain/money/rates.ts';
import { dataClient } from '../../data/connection.ts';
import { save } from '../../data/database-problem.ts';
import { readRow } from '../../ui/table/parse-rows.ts';
import type { RateRow } from './rate-values.ts';

const text = z.string().nullable();
const useSchema = z.object({
  id: z.string(),
  zone_id: text,
  space_id: text,
  vehicle_type: text,
  zone_name: text,
  space_name: text,
  may_write: z.boolean(),
});
const ratesSchema = z.object({
  zones: z.array(z.object({ id: z.string(), name: z.string(), price: z.number(), booked: z.number() })),
  tables: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      may_write: z.boolean(),
      uses: z.array(useSchema),
      /** The newest first; `row` as it is stored. */
      versions: z.array(
        z
          .looseObject({ id: z.string() })
          .transform((row) => ({ ...rateVersionSchema.parse(row), id: row.id, row: row as RateRow })),
      ),
    }),
  ),
});

type Rates = z.output<typeof ratesSchema>;
export type RatedZone = Rates['zones'][number];
export type EditedTable = Rates['tables'][number];
/** A zone or a space that has a table. */
export type RateUse = EditedTable['uses'][number];

/** The version of a table that is in force at this time. */
export const findHeld = ({ versions }: EditedTable, at: Date) =>
  versions.find(({ validFrom }) => validFrom <= at) ?? null;

/** All tables, and the zones whose prices the caller sets. */
export const listRates = async (signal: AbortSignal): Promise<Rates> =>
  readRow(await dataClient().rpc('list_rates').abortSignal(signal), ratesSchema, 'rates-not-loaded');

/** Calls a function that writes rates. @throws Problem with the rule that was broken, or `rates-not-saved` */
export const changeRates = (name: 'save_rates' | 'withdraw_rates' | 'assign_rates', args: object) =>
  save(dataClient().rpc(name, args), 'rates-not-saved');
