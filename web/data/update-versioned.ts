import * as z from 'zod';
import { Problem, type ProblemKey } from '../../domain/problems.ts';
import { parseRow } from '../ui/data-table/parse-rows.ts';
import { dataClient } from './connection.ts';
import { toProblem } from './database-problem.ts';

type Versioned = { id: string; version: string };

type VersionedRow<Row> = {
  table: string;
  changes: Record<string, unknown>;
  /** Where the stored row is read when somebody else has changed it. */
  stored: { table: string; columns: string; schema: z.ZodType<Row> };
  problem: ProblemKey;
};

/**
 * Updates a row and returns null. If somebody else has changed it since it was loaded, nothing is written and the stored
 * row is returned.
 * @throws Problem of this key, also when the row is gone
 */
export async function updateVersioned<Row extends Versioned>(
  { id, version }: Versioned,
  { table, changes, stored, problem }: VersionedRow<Row>,
): Promise<Row | null> {
  const update = await dataClient().from(table).update(changes).eq('id', id).eq('updated_at', version).select('id');
  if (update.error) throw toProblem(update.error, problem);
  if (update.data.length > 0) return null;
  const { data, error } = await dataClient().from(stored.table).select(stored.columns).eq('id', id);
  if (error) throw new Problem(problem, { cause: error });
  const [row] = parseRow(z.array(stored.schema), data, problem);
  // It was deleted, or nobody changed it and the caller is not allowed to.
  if (row === undefined || row.version === version) throw new Problem(problem);
  return row;
}
