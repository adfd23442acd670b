import type { RowData } from '@tanstack/react-table';
import { useEffect, useEffectEvent } from 'react';
import { formatNumber } from '../../../domain/language/format.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import type { TablePage } from './parse-rows.ts';
import type { TableQuery } from './table-url.ts';
import type { useTableUrl } from './use-table-url.ts';

type ServerTableProps<Row extends RowData> = Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'onOpen' | 'onRetry' | 'loadingText' | 'emptyText'
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

/** The message of a table. `total` is 'unknown' until the rows are counted; `count` is the same as a number. */
type SummaryMessage = (values: { shown: string; total: string; count: number }) => string;

type RowCount = {
  page: number;
  pageSize: number;
  shown: number;
  /** Null until it is counted. */
  total: number | null;
  message: SummaryMessage;
};

/** Such as 'Showing 26–50 of 1,234 users'; `page` counts from 1. */
export function formatRowCount({ page, pageSize, shown, total, message }: RowCount): string {
  const from = (page - 1) * pageSize + 1;
  return message({
    shown: shown === 0 ? '0' : `${formatNumber(from)}–${formatNumber(from + shown - 1)}`,
    total: total === null ? 'unknown' : formatNumber(total),
    count: total ?? 0,
  });
}
