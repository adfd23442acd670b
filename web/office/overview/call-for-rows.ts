import * as z from 'zod';
import { dataClient } from '../../data/connection.ts';
import { toProblem } from '../../data/database-problem.ts';
import { parseRow } from '../../ui/data-table/parse-rows.ts';

/** Calls the function of a card. @throws Problem `figures-not-loaded` */
export async function callForRows<Row>(
  name: string,
  parameters: object,
  row: z.ZodType<Row>,
  signal: AbortSignal,
): Promise<Row[]> {
  const { data, error } = await dataClient().rpc(name, parameters).abortSignal(signal);
  if (error) throw toProblem(error, 'figures-not-loaded');
  return parseRow(z.array(row), data, 'figures-not-loaded');
}
