import Papa from 'papaparse';

/** How many rows are asked of the server at a time. */
export const EXPORT_PAGE_ROWS = 1000;

/** Programs that open such files take it for UTF-8 only with this mark, and accents for anything else without. */
const BYTE_ORDER_MARK = '\uFEFF';
const NEW_LINE = '\r\n';

export type CsvColumn<Row> = { header: string; value: (row: Row) => string | number | null };

export type CsvExport<Row> = {
  columns: readonly CsvColumn<Row>[];
  /** Reads the next EXPORT_PAGE_ROWS rows after the last one, or the first; fewer than that end the export. */
  readAfter: (last: Row | null, signal: AbortSignal) => Promise<Row[]>;
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
  while (true) {
    const page: Row[] = await readAfter(last, signal);
    signal.throwIfAborted();
    if (page.length > 0) parts.push(write(page.map((row) => columns.map(({ value }) => value(row)))));
    rows += page.length;
    onProgress(rows);
    last = page.at(-1) ?? null;
    if (page.length < EXPORT_PAGE_ROWS) return parts;
  }
}
