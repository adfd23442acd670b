import * as z from 'zod';
import { Problem } from '../../../../domain/problems.ts';
import { dataClient } from '../../../data/connection.ts';
import { toRepeatableProblem } from '../../../data/database-problem.ts';
import { parseRow } from '../../../ui/data-table/parse-rows.ts';
import { FAULTS, type Fault, type NewSpaceRow } from './check-rows.ts';
import { IMPORT_COLUMNS } from './read-sheet.ts';

const resultSchema = z.object({
  imported: z.number(),
  faults: z.array(z.object({ row: z.int(), column: z.enum(IMPORT_COLUMNS), fault: z.enum(FAULTS) })),
});

/** The server takes no larger request. */
const MAX_REQUEST_BYTES = 1_000_000;

/** `index` is the place among the rows. */
export type ImportResult = { imported: number; faults: (Fault & { index: number })[] };

/**
 * Adds all of the spaces, or none of them and says what is wrong. A repeat with the same key adds nothing.
 * @throws Problem `import-out-of-bounds`, `outcome-unknown` or `spaces-not-imported`
 */
export async function importSpaces(rows: readonly NewSpaceRow[], key: string): Promise<ImportResult> {
  if (new Blob([JSON.stringify(rows)]).size > MAX_REQUEST_BYTES) throw new Problem('import-out-of-bounds');
  const { data, error, status } = await dataClient().rpc('import_spaces', { rows, key });
  if (error) throw toRepeatableProblem({ error, status }, 'spaces-not-imported');
  const { imported, faults } = parseRow(resultSchema, data, 'spaces-not-imported');
  return { imported, faults: faults.map(({ row, ...fault }) => ({ ...fault, index: row - 1 })) };
}
