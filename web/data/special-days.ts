import * as z from 'zod';
import { m } from '#messages';
import { getCountryDay } from '../../domain/days/day-range.ts';
import { formatDays } from '../../domain/language/format.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { getNow } from '../ui/platform/clock.ts';
import { readRows } from '../ui/table/parse-rows.ts';
import { dataClient } from './connection.ts';
import { tableRow } from './table-row.ts';

const dayRow = tableRow({
  id: z.string(),
  first_day: z.string(),
  last_day: z.string(),
  kind: z.enum(['closed', 'table', 'event']),
  price: z.number().nullable(),
  name: z.string(),
});

/** The special days of a zone from today on. */
export async function listSpecialDays(zoneId: string, signal: AbortSignal) {
  const response = await dataClient()
    .from('special_days')
    .select(dayRow.columns)
    .or(`zone_id.eq.${zoneId},zone_id.is.null`)
    .is('ended_at', null)
    .gte('last_day', getCountryDay(getNow()))
    .order('first_day')
    .limit(100)
    .abortSignal(signal);
  return readRows(response, dayRow.schema, 'zones-not-loaded').rows;
}

type SpecialDay = z.infer<typeof dayRow.schema>;

export const formatSpecialDay = ({ firstDay, lastDay, price, ...day }: SpecialDay): string =>
  m.special_day({ ...day, days: formatDays(firstDay, lastDay), price: formatMoney(price ?? 0) });
