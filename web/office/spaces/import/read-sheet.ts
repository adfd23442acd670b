import Papa from 'papaparse';
import { Problem } from '../../../../domain/problems.ts';
import { findColumn, type ImportColumn } from './import-columns.ts';

const MAX_ROWS = 5000;

/** A row with its number in the spreadsheet, where the headers are row 1. */
export type SheetRow = { number: number; cells: Record<ImportColumn, string> };

export type Sheet = {
  rows: SheetRow[];
  /** Headers of columns that no space has. */
  ignored: string[];
};

/**
 * Reads a table with any of the usual delimiters; its first row names the columns.
 * @throws Problem `import-empty`, `import-too-many-rows`, `import-without-names`, `import-column-repeated`, `import-quotes`
 */
export function readSheet(text: string): Sheet {
  const { data, errors } = Papa.parse<string[]>(text.trimEnd(), {
    delimitersToGuess: [',', ';', '\t', '|'],
    // One more than allowed shows that there are too many.
    preview: MAX_ROWS + 2,
  });
  if (errors.some(({ type }) => type === 'Quotes')) throw new Problem('import-quotes');
  const [headers = [], ...rows] = data;
  if (rows.length > MAX_ROWS) throw new Problem('import-too-many-rows');
  const positions = findPositions(headers);
  const filled = rows
    .map((cells, index) => ({ number: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) throw new Problem('import-empty');
  return {
    rows: filled.map(({ number, cells }) => ({ number, cells: pickCells(cells, positions) })),
    ignored: headers.filter((header) => header.trim() !== '' && findColumn(header) === null),
  };
}

type Positions = ReadonlyMap<ImportColumn, number>;

function findPositions(headers: readonly string[]): Positions {
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

function pickCells(cells: readonly string[], positions: Positions): SheetRow['cells'] {
  const read = (column: ImportColumn) => unescapeFormula(cells[positions.get(column) ?? -1] ?? '').trim();
  return {
    zone: read('zone'),
    name: read('name'),
    location: read('location'),
    hint: read('hint'),
    lock: read('lock'),
    rate: read('rate'),
  };
}

/** The export puts an apostrophe before what a spreadsheet would run as a formula. */
const unescapeFormula = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '');
