import { type RowData, useTable } from '@tanstack/react-table';
import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, SearchX } from 'lucide-react';
import { m } from '#messages';
import { DataAge } from '../feedback/data-age.tsx';
import { QueryProblem, type QueryStatus } from '../feedback/query-state.tsx';
import { LoadingNote } from '../feedback/skeleton.tsx';
import { StatePanel } from '../feedback/state-panel.tsx';
import { Button } from '../form/button.tsx';
import { useMediaQuery } from '../platform/use-layout.ts';
import type { InvalidRow } from './parse-rows.ts';
import { TableCards } from './table-cards.tsx';
import { features, type GetRowGroup, type TableColumn } from './table-columns.ts';
import { TableGrid } from './table-grid.tsx';
import type { TableSort } from './table-url.ts';

export type DataTableProps<Row extends RowData> = {
  /** Names the table for screen readers. */
  label: string;
  columns: TableColumn<Row>[];
  /** The query behind the rows. Its errors show while there are no rows. */
  query: QueryStatus & { isPlaceholderData: boolean; dataUpdatedAt: number };
  /** Replaces the refetch of the query when somebody tries again. */
  onRetry?: () => void;
  /** The rows of this page, undefined until they arrive. Keep the same array between renders. */
  rows: Row[] | undefined;
  rowId: (row: Row) => string;
  /** Called for a click on a row. A control of the row does the same, for the keyboard. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Rows of this page that cannot be shown; they come after the others. */
  invalid?: readonly InvalidRow[] | undefined;
  /** Returns the group of a row; the rows of a group follow each other. */
  getGroup?: GetRowGroup<Row>;
  loadingText: string;
  emptyText: string;
  /** Leave both out when no column sorts. */
  sort?: TableSort | null;
  onSort?: (sort: TableSort) => void;
  page: number;
  hasNext: boolean;
  onPage: (page: number) => void;
  /** How many rows there are, such as 'Showing 1–25 of 789 rows'. */
  summary: string;
  /** How rows look on narrow screens; a table of very many columns is better scrolled. */
  narrow?: 'cards' | 'scroll';
  className?: string;
};

/** A table of the back office needs more than a tablet held upright, and more where the browser's text is larger. */
const WIDE_ENOUGH = '(min-width: 64rem)';
const NO_ROWS: never[] = [];
const NO_INVALID_ROWS: readonly InvalidRow[] = [];

/** A page of rows that the server sorts, filters and pages: a table, or cards on narrow screens. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const {
    columns,
    rows,
    rowId,
    query,
    sort = null,
    onSort = () => undefined,
    narrow = 'cards',
    invalid = NO_INVALID_ROWS,
  } = props;
  const isWide = useMediaQuery(WIDE_ENOUGH);
  const table = useTable({
    features,
    columns,
    data: rows ?? NO_ROWS,
    getRowId: rowId,
    enableSorting: props.onSort !== undefined,
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
  const note = getNote(props);
  const body = {
    table,
    label: props.label,
    note,
    invalid: note === null ? invalid : NO_INVALID_ROWS,
    getGroup: props.getGroup,
    onOpen: props.onOpen,
  };
  return (
    <div className="flex flex-col gap-3" aria-busy={query.isPlaceholderData}>
      <div className={clsx('transition-opacity', query.isPlaceholderData && 'opacity-60')}>
        {isWide || narrow === 'scroll' ? (
          <TableGrid {...body} className={props.className} />
        ) : (
          <TableCards {...body} sort={sort} onSort={onSort} />
        )}
      </div>
      <TablePages {...props} />
    </div>
  );
}

/** What replaces the rows while there are none to show, null when there are some. */
function getNote<Row extends RowData>({ query, onRetry, rows, invalid, loadingText, emptyText }: DataTableProps<Row>) {
  if (rows === undefined) {
    if (query.isError || query.isPaused) return <QueryProblem query={query} onRetry={onRetry} />;
    return <LoadingNote className="justify-center py-16 text-base">{loadingText}</LoadingNote>;
  }
  return rows.length + (invalid?.length ?? 0) === 0 ? <StatePanel icon={SearchX} title={emptyText} /> : null;
}

type TablePagesProps = Pick<DataTableProps<never>, 'query' | 'page' | 'hasNext' | 'onPage' | 'summary'>;

function TablePages({ query, page, hasNext, onPage, summary }: TablePagesProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="flex flex-wrap gap-x-3">
        <p role="status" className="text-muted text-sm tabular-nums">
          {summary}
        </p>
        <DataAge query={query} />
      </div>
      <nav aria-label={m.data_table_pages()} className="flex items-center gap-2">
        <Button
          icon={ChevronLeft}
          variant="secondary"
          size="small"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          {m.data_table_previous()}
        </Button>
        <span aria-current="page" className="px-2 text-sm font-semibold tabular-nums">
          {m.data_table_page({ page })}
        </span>
        <Button variant="secondary" size="small" disabled={!hasNext} onClick={() => onPage(page + 1)}>
          {m.data_table_next()}
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
      </nav>
    </div>
  );
}
