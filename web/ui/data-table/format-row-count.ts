import { formatNumber } from '../../../domain/language/format.ts';

/** The message of a table. `total` is 'unknown' until the rows are counted; `count` is the same as a number. */
export type SummaryMessage = (values: { shown: string; total: string; count: number }) => string;

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
  return message({
    shown: shown === 0 ? '0' : formatRange(page, pageSize, shown),
    total: total === null ? 'unknown' : formatNumber(total),
    count: total ?? 0,
  });
}

function formatRange(page: number, pageSize: number, shown: number): string {
  const from = (page - 1) * pageSize + 1;
  return `${formatNumber(from)}–${formatNumber(from + shown - 1)}`;
}
