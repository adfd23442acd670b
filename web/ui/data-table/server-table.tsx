import type { RowData } from '@tanstack/react-table';
import { useEffect, useEffectEvent } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { formatRowCount, type SummaryMessage } from './format-row-count.ts';
import type { TablePage } from './parse-rows.ts';
import type { TableQuery } from './table-url.ts';
import type { useTableUrl } from './use-table-url.ts';

type ServerTableProps<Row extends RowData> = Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'onRetry' | 'loadingText' | 'emptyText'
> & {
  list: DataTableProps<Row>['query'] & { data: TablePage<Row> | undefined };
  url: Pick<ReturnType<typeof useTableUrl>, 'setPage' | 'setSort' | 'resetMissingPage'> & {
    query: Pick<TableQuery, 'page' | 'sort'>;
  };
  pageSize: number;
  /** Replaces the total of the page, which may be unknown. */
  total?: number | null;
  summary: SummaryMessage;
};

/** A table whose rows the server pages and whose state is in the address. A page that does not exist becomes the first. */
export function ServerTable<Row extends { id: string }>({
  list,
  url,
  pageSize,
  total = list.data?.total ?? null,
  summary,
  ...table
}: ServerTableProps<Row>) {
  const { page, sort } = url.query;
  const isPastTheEnd = list.data?.isPastTheEnd === true && !list.isPlaceholderData;
  const resetMissingPage = useEffectEvent(url.resetMissingPage);
  useEffect(() => {
    if (isPastTheEnd) resetMissingPage();
  }, [isPastTheEnd]);
  return (
    <DataTable
      {...table}
      query={list}
      rows={isPastTheEnd ? undefined : list.data?.rows}
      rowId={getRowId}
      invalid={list.data?.invalid}
      sort={sort}
      onSort={url.setSort}
      page={page}
      hasNext={list.data?.hasNext ?? false}
      onPage={url.setPage}
      summary={list.data ? formatRowCount({ page, pageSize, shown: list.data.count, total, message: summary }) : ''}
    />
  );
}

const getRowId = ({ id }: { id: string }) => id;
