const NUMBER = new Intl.NumberFormat('en-US');

type CountTextParts = { page: number; pageSize: number; shown: number; total: number; one: string; many: string };

/** Says which rows of how many are shown, such as 'Showing 26–50 of 1,234 users'; `page` counts from 1. */
export function countText({ page, pageSize, shown, total, one, many }: CountTextParts): string {
  const noun = total === 1 ? one : many;
  if (shown === 0) return `Showing 0 of ${NUMBER.format(total)} ${noun}`;
  const from = (page - 1) * pageSize + 1;
  const to = from + shown - 1;
  return `Showing ${NUMBER.format(from)}–${NUMBER.format(to)} of ${NUMBER.format(total)} ${noun}`;
}
