import Papa from 'papaparse';
import { foldText, toTypedText } from '../../../domain/plain-text.ts';
import { Problem } from '../../../domain/problems.ts';
import { unescapeText } from './csv.ts';

const MAX_FILE_BYTES = 1024 * 1024;

/** What the columns of a table may be called, in every language: a file keeps its headers when the page has another one. */
export type SheetFormat<Column extends string> = {
  headers: Record<Column, readonly string[]>;
  /** A table without this column is none. */
  needs: Column;
};

const MAX_ROWS = 5000;

/** A row with its number in the file. */
export type SheetRow<Column extends string> = { number: number; cells: Record<Column, string> };

export type Sheet<Column extends string> = {
  rows: SheetRow<Column>[];
  /** What its columns are called; empty for those that it does not have. */
  headers: Record<Column, string>;
  /** The headers of the other ones. */
  ignored: string[];
};

/** The column that a header names, such as 'Hourly rate (RD$)', or null. */
export function findColumn({ headers }: SheetFormat<string>, header: string): string | null {
  const isName = (name: string) => toWords(name) === toWords(header);
  return Object.keys(headers).find((column) => headers[column]?.some(isName)) ?? null;
}

/** Excel reads and writes it before the table, to name the delimiter. */
const DELIMITER_LINE = /^"?sep=(.)"?\r?\n/;
const DELIMITERS = [',', ';', '\t', '|'];
/** Titles and empty rows that may stand before the names of the columns. */
const ROWS_BEFORE_HEADERS = 10;

/**
 * Reads a table with any of the usual delimiters; the first row with the column that the format needs names all columns.
 * @throws Problem `import-empty`, `import-too-many-rows`, `import-without-names`, `import-column-repeated`, `import-quotes`
 */
export function readSheet<Column extends string>(text: string, format: SheetFormat<Column>): Sheet<Column> {
  const [line = '', delimiter = ''] = DELIMITER_LINE.exec(text) ?? [];
  const table = text.slice(line.length).trimEnd();
  const { data, errors } = Papa.parse<string[]>(table, {
    delimiter: findDelimiter(table, [delimiter, ...DELIMITERS].filter(Boolean), format),
    // One more than allowed shows that there are too many.
    preview: MAX_ROWS + ROWS_BEFORE_HEADERS + 1,
  });
  if (errors.some(({ type }) => type === 'Quotes')) throw new Problem('import-quotes');
  const before = findHeaders(data, format);
  const [headers = [], ...rows] = data.slice(Math.max(before, 0));
  const firstNumber = Math.max(before, 0) + (line === '' ? 2 : 3);
  if (rows.length > MAX_ROWS) throw new Problem('import-too-many-rows');
  const columns = headers.map((header) => findColumn(format, header) as Column | null);
  const repeated = headers.find((_, index) => columns[index] && columns.indexOf(columns[index]) !== index);
  if (repeated !== undefined) throw new Problem('import-column-repeated', { values: { field: repeated.trim() } });
  if (!columns.includes(format.needs))
    throw new Problem('import-without-names', { values: { field: format.headers[format.needs][0] ?? '' } });
  const filled = rows
    .map((cells, index) => ({ number: firstNumber + index, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) throw new Problem('import-empty');
  const pick = (cells: readonly string[], column: Column) =>
    unescapeText(toTypedText(cells[columns.indexOf(column)] ?? '')).trim();
  const pickAll = (cells: readonly string[]) =>
    Object.fromEntries(Object.keys(format.headers).map((column) => [column, pick(cells, column as Column)])) as Record<
      Column,
      string
    >;
  return {
    rows: filled.map(({ number, cells }) => ({ number, cells: pickAll(cells) })),
    headers: pickAll(headers),
    ignored: headers.filter((header, index) => header.trim() !== '' && columns[index] === null),
  };
}

/** The row that names the columns; -1 without one. */
const findHeaders = (rows: readonly string[][], format: SheetFormat<string>): number =>
  rows
    .slice(0, ROWS_BEFORE_HEADERS)
    .findIndex((cells) => cells.some((cell) => findColumn(format, cell) === format.needs));

/** The delimiter with which most columns have names. Spreadsheets keep a line that names another one. */
function findDelimiter(table: string, delimiters: readonly string[], format: SheetFormat<string>): string {
  const countColumns = (delimiter: string) => {
    const { data } = Papa.parse<string[]>(table, { delimiter, preview: ROWS_BEFORE_HEADERS });
    return data[findHeaders(data, format)]?.filter((cell) => findColumn(format, cell) !== null).length ?? 0;
  };
  const counts = delimiters.map(countColumns);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

function toWords(header: string): string {
  return foldText(header)
    .replace(/\([^()]*\)/, '')
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();
}

/** The text of a CSV file as spreadsheets write it. @throws Problem `import-file-too-large` or `import-not-text` */
export async function decodeFile(file: Blob): Promise<string> {
  if (file.size > MAX_FILE_BYTES) throw new Problem('import-file-too-large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decode(bytes);
  // Workbooks and pictures have it, tables do not.
  if (text.includes('\0')) throw new Problem('import-not-text');
  return text;
}

/** UTF-8, UTF-16 by its mark, or else Windows-1252, which has a letter for every byte. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
