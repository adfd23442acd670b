import Papa from 'papaparse';
import { m } from '#messages';
import { foldText, toTypedText } from '../../../../domain/plain-text.ts';
import { Problem } from '../../../../domain/problems.ts';
import { unescapeText } from '../../../ui/table/csv.ts';

const MAX_FILE_BYTES = 1024 * 1024;

/** In the order of the template and the preview. */
export const IMPORT_COLUMNS = ['zone', 'name', 'location', 'hint', 'lock', 'rate'] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

export const COLUMN_LABELS: Record<ImportColumn, string> = {
  zone: m.field_zone(),
  name: m.field_name(),
  location: m.field_location(),
  hint: m.space_field_hint(),
  lock: m.import_lock(),
  rate: m.field_hourly_rate(),
};

/** What the columns may be called, in every language: a file keeps its headers when the page has another one. */
const HEADERS: Record<ImportColumn, readonly string[]> = {
  zone: ['zone', 'zone name', 'zona', 'nombre de la zona'],
  name: ['name', 'space name', 'nombre', 'nombre del espacio'],
  location: ['location', 'ubicacion'],
  hint: ['how to find it', 'hint', 'como encontrarlo', 'indicacion'],
  lock: ['lock device', 'lock', 'lock id', 'cerradura', 'dispositivo de cerradura', 'id de cerradura'],
  rate: ['hourly rate', 'rate/hour', 'rate', 'tarifa por hora', 'tarifa/hora', 'tarifa'],
};

const columnByHeader = new Map(
  IMPORT_COLUMNS.flatMap((column) => HEADERS[column].map((header) => [toWords(header), column] as const)),
);

/** The column that a header names, such as 'Hourly rate (RD$)', or null. */
export const findColumn = (header: string): ImportColumn | null => columnByHeader.get(toWords(header)) ?? null;

const MAX_ROWS = 5000;

/** A row with its number in the file. */
export type SheetRow = { number: number; cells: Record<ImportColumn, string> };

export type Sheet = {
  rows: SheetRow[];
  /** Headers of columns that no space has. */
  ignored: string[];
};

/** Excel reads and writes it before the table, to name the delimiter. */
const DELIMITER_LINE = /^"?sep=(.)"?\r?\n/;
const DELIMITERS = [',', ';', '\t', '|'];
/** Titles and empty rows that may stand before the names of the columns. */
const ROWS_BEFORE_HEADERS = 10;

/**
 * Reads a table with any of the usual delimiters; the first row that has a column for names names all columns.
 * @throws Problem `import-empty`, `import-too-many-rows`, `import-without-names`, `import-column-repeated`, `import-quotes`
 */
export function readSheet(text: string): Sheet {
  const [line = '', delimiter = ''] = DELIMITER_LINE.exec(text) ?? [];
  const table = text.slice(line.length).trimEnd();
  const { data, errors } = Papa.parse<string[]>(table, {
    delimiter: findDelimiter(table, [delimiter, ...DELIMITERS].filter(Boolean)),
    // One more than allowed shows that there are too many.
    preview: MAX_ROWS + ROWS_BEFORE_HEADERS + 1,
  });
  if (errors.some(({ type }) => type === 'Quotes')) throw new Problem('import-quotes');
  const before = findHeaders(data);
  const [headers = [], ...rows] = data.slice(Math.max(before, 0));
  const firstNumber = Math.max(before, 0) + (line === '' ? 2 : 3);
  if (rows.length > MAX_ROWS) throw new Problem('import-too-many-rows');
  const positions = findPositions(headers);
  const filled = rows
    .map((cells, index) => ({ number: firstNumber + index, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) throw new Problem('import-empty');
  return {
    rows: filled.map(({ number, cells }) => ({ number, cells: pickCells(cells, positions) })),
    ignored: headers.filter((header) => header.trim() !== '' && findColumn(header) === null),
  };
}

/** The row that names the columns; -1 without one. */
const findHeaders = (rows: readonly string[][]): number =>
  rows.slice(0, ROWS_BEFORE_HEADERS).findIndex((cells) => cells.some((cell) => findColumn(cell) === 'name'));

/** The delimiter with which most columns have names. Spreadsheets keep a line that names another one. */
function findDelimiter(table: string, delimiters: readonly string[]): string {
  const countColumns = (delimiter: string) => {
    const { data } = Papa.parse<string[]>(table, { delimiter, preview: ROWS_BEFORE_HEADERS });
    return data[findHeaders(data)]?.filter((cell) => findColumn(cell) !== null).length ?? 0;
  };
  const counts = delimiters.map(countColumns);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

function findPositions(headers: readonly string[]): ReadonlyMap<ImportColumn, number> {
  const positions = new Map<ImportColumn, number>();
  for (const [index, header] of headers.entries()) {
    const column = findColumn(header);
    if (column === null) continue;
    if (positions.has(column)) throw new Problem('import-column-repeated', { values: { field: header.trim() } });
    positions.set(column, index);
  }
  if (!positions.has('name')) throw new Problem('import-without-names');
  return positions;
}

function pickCells(cells: readonly string[], positions: ReadonlyMap<ImportColumn, number>): SheetRow['cells'] {
  const cellOf = (column: ImportColumn) => unescapeText(toTypedText(cells[positions.get(column) ?? -1] ?? '')).trim();
  return Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, cellOf(column)])) as SheetRow['cells'];
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
