import Papa from 'papaparse';
import type { ParsedRows } from './parse-rows.ts';

/** How many rows are asked of the server at a time. */
export const EXPORT_PAGE_ROWS = 1000;

/** Programs that open such files take it for UTF-8 only with this mark, and accents for anything else without. */
const BYTE_ORDER_MARK = '\uFEFF';
const NEW_LINE = '\r\n';

export type CsvColumn<Row> = { header: string; value: (row: Row) => string | number | null };

export type CsvExport<Row> = {
  columns: readonly CsvColumn<Row>[];
  /** Reads the next EXPORT_PAGE_ROWS rows after the last one, or the first; fewer than that end the export. */
  readAfter: (last: Row | null, signal: AbortSignal) => Promise<ParsedRows<Row>>;
  /** Called with the number of rows so far. */
  onProgress: (rows: number) => void;
  signal: AbortSignal;
};

/**
 * Writes every row as CSV, one part of the file for each page. Cells that a spreadsheet would run as a formula are
 * made plain text.
 * @throws what `readAfter` throws, and the signal's reason when it is aborted
 */
export async function exportCsv<Row>({ columns, readAfter, onProgress, signal }: CsvExport<Row>): Promise<string[]> {
  const write = (cells: (string | number | null)[][]) =>
    `${Papa.unparse(cells, { escapeFormulae: true, newline: NEW_LINE })}${NEW_LINE}`;
  const parts = [BYTE_ORDER_MARK + write([columns.map(({ header }) => header)])];
  let last: Row | null = null;
  let rows = 0;
  const invalidIds = new Set<string>();
  while (true) {
    const page: ParsedRows<Row> = await readAfter(last, signal);
    signal.throwIfAborted();
    // The next page begins after the last row that could be read, and has the invalid ones behind it once more.
    const invalid = page.invalid.filter(({ id }) => !invalidIds.has(id));
    for (const { id } of invalid) invalidIds.add(id);
    const cells = [
      ...page.rows.map((row) => columns.map(({ value }) => value(row))),
      ...invalid.map(({ id }) => [id, 'This row cannot be shown']),
    ];
    if (cells.length > 0) parts.push(write(cells));
    rows += cells.length;
    onProgress(rows);
    if (page.count < EXPORT_PAGE_ROWS) return parts;
    const next = page.rows.at(-1);
    if (next === undefined) throw new Error('A page of an export has no row to go on from');
    last = next;
  }
}
