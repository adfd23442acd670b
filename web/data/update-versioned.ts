import * as z from 'zod';
import { Problem, type ProblemKey } from '../../domain/problems.ts';
import { readRow } from '../ui/table/parse-rows.ts';
import { dataClient } from './connection.ts';
import { toProblem } from './database-problem.ts';

type Versioned = { id: string; version: string };

type StoredRow<Row> = { table: string; columns: string; schema: z.ZodType<Row> };

/**
 * Updates a row and returns null. If somebody else has changed it since it was loaded, nothing is written and the stored
 * row is returned.
 * @throws Problem of this key, also when the row is gone
 */
export async function updateVersioned<Row extends Versioned>(
  loaded: Versioned,
  changes: Record<string, unknown>,
  stored: StoredRow<Row>,
  problem: ProblemKey,
): Promise<Row | null> {
  const { id, version } = loaded;
  const write = dataClient().from(stored.table).update(changes).eq('id', id).eq('updated_at', version);
  const { data, error } = await write.select('id');
  if (error) throw toProblem(error, problem);
  return data.length > 0 ? null : readNewer(loaded, stored, problem);
}

/** The stored row, where an update of the loaded one wrote nothing. @throws Problem of this key, also when nobody changed it */
export async function readNewer<Row extends Versioned>(
  { id, version }: Versioned,
  stored: StoredRow<Row>,
  problem: ProblemKey,
): Promise<Row> {
  const response = await dataClient().from(stored.table).select(stored.columns).eq('id', id);
  const [row] = readRow(response, z.array(stored.schema), problem);
  // The row was deleted, or nobody changed it and the caller is not allowed to.
  if (row === undefined || row.version === version) throw new Problem(problem);
  return row;
}
