import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { formatClock, formatNumber } from '../../../../domain/language/format.ts';
import { paths } from '../../../paths.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import type { ChartRow } from '../../../ui/chart/chart-row.ts';
import { OverviewCard } from '../overview-card.tsx';
import { type HourOfUse, loadHours } from './data.ts';

/** How many spaces are in use at each full hour of today. */
export function HoursCard() {
  const hours = useQuery({ queryKey: ['overview', 'hours'], queryFn: ({ signal }) => loadHours(signal) });
  return (
    <OverviewCard
      title={m.overview_hours_title()}
      text={m.overview_hours_text()}
      query={hours}
      isEmpty={(loaded) => loaded.every(({ in_use }) => in_use === 0)}
      emptyText={m.overview_hours_empty()}
    >
      {(loaded) => (
        <Chart
          title={m.overview_hours_title()}
          summary={summarize(loaded)}
          rows={loaded.map((hour) => toRow(hour, new Date()))}
          shape="columns"
          formatTick={formatNumber}
          labelHeader={m.overview_hour()}
          valueHeader={m.overview_hours_in_use()}
          fileName="spaces-by-hour"
        />
      )}
    </OverviewCard>
  );
}

function summarize(hours: readonly HourOfUse[]): string {
  const most = Math.max(...hours.map(({ in_use }) => in_use));
  const busiest = hours.find(({ in_use }) => in_use === most);
  return m.overview_hours_summary({
    time: busiest ? formatClock(busiest.hour) : '',
    count: most,
    spaces: formatNumber(most),
  });
}

function toRow({ hour, in_use }: HourOfUse, now: Date): ChartRow {
  const time = formatClock(hour);
  return {
    id: hour,
    label: time,
    shortLabel: time,
    value: in_use,
    text: formatNumber(in_use),
    to: paths.adminTab('reservations', { at: new Date(hour).toISOString() }),
    isAhead: new Date(hour) > now,
  };
}
