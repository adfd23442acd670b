const NUMBER = new Intl.NumberFormat('en-US');

type RowCount = {
  page: number;
  pageSize: number;
  shown: number;
  /** Null until it is counted. */
  total: number | null;
  one: string;
  many: string;
};

/** Such as 'Showing 26–50 of 1,234 users'; `page` counts from 1. */
export function formatRowCount({ page, pageSize, shown, total, one, many }: RowCount): string {
  const noun = total === 1 ? one : many;
  if (total === null)
    return shown === 0 ? `Showing 0 ${noun}` : `Showing ${formatRange(page, pageSize, shown)} ${noun}`;
  if (shown === 0) return `Showing 0 of ${NUMBER.format(total)} ${noun}`;
  return `Showing ${formatRange(page, pageSize, shown)} of ${NUMBER.format(total)} ${noun}`;
}

function formatRange(page: number, pageSize: number, shown: number): string {
  const from = (page - 1) * pageSize + 1;
  return `${NUMBER.format(from)}–${NUMBER.format(from + shown - 1)}`;
}
