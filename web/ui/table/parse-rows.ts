import * as z from 'zod';
import { m } from '#messages';
import { Problem, type ProblemKey } from '../../../domain/problems.ts';
import { logWarning } from '../platform/log.ts';

/** A row that does not match its schema; only its id can be shown. */
export type InvalidRow = { id: string };

/** The valid rows of a list, the invalid ones, and how many there are of both. */
export type ParsedRows<Row> = { rows: Row[]; invalid: InvalidRow[]; count: number };

export type TablePage<Row> = ParsedRows<Row> & {
  hasNext: boolean;
  /** The count on all pages; null when the response does not tell. */
  total: number | null;
  /** The page does not exist any more, because rows were deleted. */
  isPastTheEnd: boolean;
};

const rowsSchema = z.array(z.unknown());
const idSchema = z.object({ id: z.union([z.string(), z.number()]) });

/** Parses a list row by row, so that an invalid row never hides the others. @throws z.ZodError when it is no list */
export function parseRows<Row>(schema: z.ZodType<Row>, data: unknown): ParsedRows<Row> {
  const all = rowsSchema.parse(data);
  const parsed: ParsedRows<Row> = { rows: [], invalid: [], count: all.length };
  for (const [index, value] of all.entries()) {
    const row = schema.safeParse(value);
    if (row.success) {
      parsed.rows.push(row.data);
    } else {
      const identified = idSchema.safeParse(value);
      const id = identified.success ? String(identified.data.id) : m.row_without_id({ number: index + 1 });
      logWarning(`The row ${id} cannot be shown`, row.error);
      parsed.invalid.push({ id });
    }
  }
  return parsed;
}

/** Parses the rows of a response. @throws Problem of this key when it is an error or no list */
export function readRows<Row>(
  { data, error }: { data: unknown; error: unknown },
  schema: z.ZodType<Row>,
  key: ProblemKey,
): ParsedRows<Row> {
  const list = rowsSchema.safeParse(data);
  if (error || !list.success) throw new Problem(key, { cause: error ?? list.error });
  return parseRows(schema, list.data);
}

export function parseRow<Row>(schema: z.ZodType<Row>, data: unknown, key: ProblemKey): Row {
  const row = schema.safeParse(data);
  if (!row.success) throw new Problem(key, { cause: row.error });
  return row.data;
}

/** Parses the single row of a response. @throws Problem of its error, or of this key when the row does not match the schema */
export function readRow<Row, Failure>(
  { data, error, status }: { data: unknown; error: Failure; status?: number },
  schema: z.ZodType<Row>,
  key: ProblemKey,
  toProblem: (error: NonNullable<Failure>, key: ProblemKey, status?: number) => Problem = (cause) =>
    new Problem(key, { cause }),
): Row {
  if (error) throw toProblem(error, key, status);
  return parseRow(schema, data, key);
}

export const NO_ROWS: ParsedRows<never> = { rows: [], invalid: [], count: 0 };

/** Joins lists; an invalid row that is in two of them appears once. */
export function joinRows<Row>(lists: readonly ParsedRows<Row>[]): ParsedRows<Row> {
  const invalid = new Map(lists.flatMap((list) => list.invalid).map((row) => [row.id, row]));
  return {
    rows: lists.flatMap((list) => list.rows),
    invalid: [...invalid.values()],
    count: lists.reduce((sum, list) => sum + list.count, 0),
  };
}

export function mapRows<Row, Shown>(list: ParsedRows<Row>, show: (row: Row) => Shown): ParsedRows<Shown> {
  return { ...list, rows: list.rows.map(show) };
}
