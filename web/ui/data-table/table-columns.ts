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
  /** Where the cell stands in the card that is a row on narrow screens; under its heading unless told. */
  card?: 'title' | 'actions';
  /** On the cells of wide screens. */
  className?: string;
};

/** What the tables of the product use of the library; sorting itself is the server's. */
export const features = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<ColumnLook>() });

export type TableColumn<Row extends RowData> = ColumnDef<typeof features, Row>;

/**
 * Makes the columns of a table: `accessor(key or function, …)` and `display(…)`, then `columns([…])`. The `id` of a
 * column that can be sorted is what the server sorts by; others say `enableSorting: false`.
 */
export function tableColumns<Row extends RowData>(): ColumnHelper<typeof features, Row> {
  return createColumnHelper<typeof features, Row>();
}
