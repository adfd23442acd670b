import { parseISO } from 'date-fns';
import { m } from '#messages';
import { formatDayRange } from '../../../domain/days/day-range.ts';
import { formatDayOfYear, formatDayWithYear, formatNumber } from '../../../domain/language/format.ts';
import { formatCents } from '../../../domain/money/cents.ts';
import { formatSigned } from '../../../domain/money/signed-amount.ts';
import { paths } from '../../paths.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import type { ChartRow } from '../../ui/chart/chart-row.ts';
import type { RevenueDay } from './data.ts';

/** What each day brought; the card exports the days with all their amounts. */
export function RevenueChart({ days }: { days: readonly RevenueDay[] }) {
  return (
    <Chart
      title={m.money_revenue_by_day()}
      summary={summarize(days)}
      rows={days.map(toRow)}
      shape="columns"
      formatTick={formatNumber}
      labelHeader={m.money_day()}
      valueHeader={m.money_net()}
    />
  );
}

function summarize(days: readonly RevenueDay[]): string {
  const [best] = days.toSorted((a, b) => b.amounts.net - a.amounts.net);
  if (best === undefined) return '';
  return m.money_revenue_summary({ day: formatDayWithYear(parseISO(best.day)), net: formatSigned(best.amounts.net) });
}

function toRow({ day, amounts: { net } }: RevenueDay): ChartRow {
  const date = parseISO(day);
  return {
    id: day,
    label: formatDayWithYear(date),
    shortLabel: formatDayOfYear(date),
    value: Number(formatCents(net)),
    text: formatSigned(net),
    to: paths.adminTab('reservations', { charged: formatDayRange({ first: day, last: day }) }),
  };
}
