import { type RowData, useTable } from '@tanstack/react-table';
import { clsx } from 'clsx';
import type { InvalidRow } from '../../data/parse-rows.ts';
import { useIsWide } from '../../platform/use-media.ts';
import type { GetRowGroup } from './row-groups.ts';
import { TableCards } from './table-cards.tsx';
import { features, type TableColumn } from './table-columns.ts';
import { TableGrid } from './table-grid.tsx';
import { TableNote } from './table-note.tsx';
import { TablePages } from './table-pages.tsx';
import type { TableSort } from './table-sort.ts';

export type DataTableProps<Row extends RowData> = {
  /** Names the table for screen readers. */
  label: string;
  columns: TableColumn<Row>[];
  /** The rows of this page, undefined until they arrive. Keep the same list between renders. */
  rows: Row[] | undefined;
  rowId: (row: Row) => string;
  /** Rows of this page that cannot be shown; they stand after the others. */
  invalid?: readonly InvalidRow[] | undefined;
  /** The group a row belongs to; rows of a group have to follow each other. */
  getGroup?: GetRowGroup<Row>;
  /** Said while there are no rows because they are on their way. */
  loadingText: string;
  /** Said while there are none. */
  emptyText: string;
  /** Said instead of rows that could not be read. */
  problem?: { text: string; onRetry: () => void } | null;
  /** The rows shown are those of the question before this one. */
  isUpdating?: boolean;
  sort: TableSort | null;
  onSort: (sort: TableSort) => void;
  /** Counts from 1. */
  page: number;
  hasNext: boolean;
  onPage: (page: number) => void;
  /** How many rows there are, such as 'Showing 1–25 of 789 reservations'. */
  summary: string;
  /** On narrow screens rows are cards; a table of very many columns is better scrolled. */
  narrow?: 'cards' | 'scroll';
  /** On the scrolled area, such as its height. */
  className?: string;
};

const NO_ROWS: never[] = [];
const NO_INVALID_ROWS: readonly InvalidRow[] = [];

/** A page of rows that the server sorts, filters and cuts; it scrolls under its headings, and is cards on phones. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const {
    columns,
    rows,
    rowId,
    sort,
    onSort,
    problem,
    narrow = 'cards',
    isUpdating = false,
    invalid = NO_INVALID_ROWS,
  } = props;
  const isWide = useIsWide();
  const table = useTable({
    features,
    columns,
    data: rows ?? NO_ROWS,
    getRowId: rowId,
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    sortDescFirst: false,
    state: { sorting: sort === null ? [] : [sort] },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(sort === null ? [] : [sort]) : change;
      if (next) onSort(next);
    },
  });
  const note = (
    <TableNote
      problem={problem ?? null}
      isLoading={rows === undefined}
      loadingText={props.loadingText}
      emptyText={props.emptyText}
    />
  );
  const isNoted = Boolean(problem) || rows === undefined || rows.length + invalid.length === 0;

  return (
    <div className="flex flex-col gap-3" aria-busy={isUpdating}>
      <div className={clsx('transition-opacity', isUpdating && 'opacity-60')}>
        {isWide || narrow === 'scroll' ? (
          <TableGrid
            table={table}
            label={props.label}
            note={isNoted ? note : null}
            invalid={isNoted ? NO_INVALID_ROWS : invalid}
            getGroup={props.getGroup}
            className={props.className}
          />
        ) : (
          <TableCards
            table={table}
            label={props.label}
            note={isNoted ? note : null}
            invalid={isNoted ? NO_INVALID_ROWS : invalid}
            getGroup={props.getGroup}
            sort={sort}
            onSort={onSort}
          />
        )}
      </div>
      <TablePages page={props.page} hasNext={props.hasNext} onPage={props.onPage} summary={props.summary} />
    </div>
  );
}
