import {
  type ColumnDef,
  type ColumnHelper,
  createColumnHelper,
  metaHelper,
  type RowData,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';

type ColumnLook = {
  align?: 'end';
  /** The position of the cell in a card on narrow screens; by default it follows its heading. */
  card?: 'title' | 'actions';
  /** On wide screens the column is as narrow as its cells, and only screen readers read its heading. */
  narrow?: true;
  /** Styles the cells on wide screens. */
  className?: string;
};

/** The features of the library in use; the server itself sorts. */
export const features = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<ColumnLook>() });

export type TableColumn<Row extends RowData> = ColumnDef<typeof features, Row>;

/** Creates columns. The `id` of a sortable column is what the server sorts by; the others set `enableSorting: false`. */
export function tableColumns<Row extends RowData>(): ColumnHelper<typeof features, Row> {
  return createColumnHelper<typeof features, Row>();
}
