import {
  type ColumnDef,
  type ColumnHelper,
  createColumnHelper,
  metaHelper,
  type ReactTable,
  type RowData,
  rowSortingFeature,
  type Row as TableRow,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { InvalidRow } from './parse-rows.ts';

type ColumnLook = {
  align?: 'end';
  /** The position of the cell in a card on narrow screens; by default it follows its heading. */
  card?: 'title' | 'actions';
  /** On wide screens the column is as narrow as its cells, and only screen readers read its heading. */
  narrow?: true;
  className?: string;
};

/** The features of the library in use; the server itself sorts. */
export const features = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<ColumnLook>() });

export type TableColumn<Row extends RowData> = ColumnDef<typeof features, Row>;

export type TableRowProps<Row extends RowData> = {
  table: ReactTable<typeof features, Row>;
  row: TableRow<typeof features, Row>;
  onOpen: ((row: Row) => void) | undefined;
};

/** What a table and its cards on narrow screens show. */
export type TableBodyProps<Row extends RowData> = {
  table: ReactTable<typeof features, Row>;
  label: string;
  /** Replaces the rows; null while there are some. */
  note: ReactNode;
  invalid: readonly InvalidRow[];
  getGroup?: GetRowGroup<Row> | undefined;
  onOpen?: ((row: Row) => void) | undefined;
};

/** Creates columns. The `id` of a sortable column is what the server sorts by; the others set `enableSorting: false`. */
export function tableColumns<Row extends RowData>(): ColumnHelper<typeof features, Row> {
  return createColumnHelper<typeof features, Row>();
}

/** The heading of a group of rows: its name, and how many rows it has. */
type RowGroup = { name: string; count: string };

export type GetRowGroup<Row> = (row: Row) => RowGroup;

/** Groups rows that follow each other; one group without a heading when there is no `getGroup`. */
export function groupRows<Row, TableRow extends { original: Row }>(
  rows: readonly TableRow[],
  getGroup: GetRowGroup<Row> | undefined,
): { group: RowGroup | null; rows: TableRow[] }[] {
  if (getGroup === undefined) return [{ group: null, rows: [...rows] }];
  const groups: { group: RowGroup; rows: TableRow[] }[] = [];
  for (const row of rows) {
    const group = getGroup(row.original);
    const last = groups.at(-1);
    if (last?.group.name === group.name) last.rows.push(row);
    else groups.push({ group, rows: [row] });
  }
  return groups;
}
