import Papa from 'papaparse';
import { m } from '#messages';
import type { ParsedRows } from './parse-rows.ts';

/** Rows per request. */
export const EXPORT_PAGE_ROWS = 1000;

/** Spreadsheets read a file as UTF-8 only with this mark. */
export const BYTE_ORDER_MARK = '\uFEFF';
const NEW_LINE = '\r\n';
/**
 * Where a text needs a mark, so that a spreadsheet does not run it: before a formula at its beginning, or at the beginning
 * of what a spreadsheet that separates cells by semicolon, tab or line takes for a cell; and before a tab or line that
 * begins it. Blanks and quotation marks may stand before the formula.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;
const MARKED = /(?<=^|[;\t\r\n])'(?=(?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠])|^'(?=[\t\r\n])/g;

/** Texts that a spreadsheet would take for a number and shorten, for a date or for a power of ten. */
const TURNED = /^(?:0\d+|\d{16,}|\d{1,2}[-/]\d{1,2}|\d+[eE]\d+)$/;
/** The formula of such a text. */
const KEPT = /^="([\d/eE-]+)"$/;

const escapeText = (text: string): string => (TURNED.test(text) ? `="${text}"` : text.replaceAll(FORMULA, "'"));

/** The text of a cell that `writeCsv` wrote. */
export const unescapeText = (cell: string): string => KEPT.exec(cell)?.[1] ?? cell.replaceAll(MARKED, '');

type Cell = string | number | null;

/** Writes rows as CSV. Texts that a spreadsheet would run or turn into something else are escaped; numbers stay numbers. */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  const escaped = rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? escapeText(cell) : cell)));
  return `${Papa.unparse(escaped, { newline: NEW_LINE })}${NEW_LINE}`;
}

export type CsvColumn<Row> = { header: string; value: (row: Row) => Cell };

export type CsvExport<Row> = {
  columns: readonly CsvColumn<Row>[];
  /** Reads the EXPORT_PAGE_ROWS rows after the last one, or the first ones; a shorter page is the last. */
  readAfter: (last: Row | null, signal: AbortSignal) => Promise<ParsedRows<Row>>;
  /** Called with the number of rows so far. */
  onProgress: (rows: number) => void;
  signal: AbortSignal;
};

/**
 * Writes every row as CSV, one part of the file per page.
 * @throws what `readAfter` throws, and the signal's reason when it is aborted
 */
export async function exportCsv<Row>({ columns, readAfter, onProgress, signal }: CsvExport<Row>): Promise<string[]> {
  const parts = [BYTE_ORDER_MARK + writeCsv([columns.map(({ header }) => header)])];
  let last: Row | null = null;
  let rows = 0;
  const invalidIds = new Set<string>();
  while (true) {
    const page: ParsedRows<Row> = await readAfter(last, signal);
    signal.throwIfAborted();
    // The next page starts after the last valid row and repeats the invalid ones behind it.
    const invalid = page.invalid.filter(({ id }) => !invalidIds.has(id));
    for (const { id } of invalid) invalidIds.add(id);
    const cells = [
      ...page.rows.map((row) => columns.map(({ value }) => value(row))),
      ...invalid.map(({ id }) => [id, m.csv_row_not_shown()]),
    ];
    if (cells.length > 0) parts.push(writeCsv(cells));
    rows += cells.length;
    onProgress(rows);
    if (page.count < EXPORT_PAGE_ROWS) return parts;
    const next = page.rows.at(-1);
    if (next === undefined) throw new Error('A page of an export has no row to go on from');
    last = next;
  }
}
