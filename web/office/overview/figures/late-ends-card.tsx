import { Link } from 'react-router';
import { m } from '#messages';
import { parseTime } from '../../../../domain/days/country-time.ts';
import { type DayRange, formatDayRange } from '../../../../domain/days/day-range.ts';
import { formatDayOfYear, formatDayWithYear, formatNumber } from '../../../../domain/language/format.ts';
import { paths } from '../../../paths.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import type { ChartRow } from '../../../ui/chart/chart-row.ts';
import { OverviewCard } from '../overview-card.tsx';
import { type Figure, useFigures } from '../overview-figures.ts';

type LateDay = Figure<'late_ends'>;

const sum = (days: readonly LateDay[], key: 'reservations' | 'late_ends' | 'late_minutes') =>
  days.reduce((total, day) => total + day[key], 0);

const toLateReservations = (days: DayRange) =>
  paths.adminTab('reservations', { ending: 'late', days: formatDayRange(days) });

export function LateEndsCard({ days }: { days: DayRange }) {
  const ends = useFigures('late_ends', days);
  return (
    <OverviewCard
      title={m.overview_late_title()}
      text={m.overview_late_text()}
      query={ends}
      isEmpty={(loaded) => sum(loaded, 'late_ends') === 0}
      emptyText={m.overview_late_empty()}
    >
      {(loaded) => (
        <>
          <p>
            <Link
              to={toLateReservations(days)}
              className="text-3xl font-bold tracking-tight tabular-nums hover:underline"
            >
              {formatNumber(sum(loaded, 'late_ends'))}
            </Link>
          </p>
          <Chart
            title={m.overview_late_title()}
            summary={summarize(loaded)}
            rows={loaded.map(toRow)}
            shape="columns"
            formatTick={formatNumber}
            labelHeader={m.money_day()}
            valueHeader={m.overview_late_ends()}
            fileName="late-ends"
          />
        </>
      )}
    </OverviewCard>
  );
}

function summarize(days: readonly LateDay[]): string {
  const [reservations, late] = [sum(days, 'reservations'), sum(days, 'late_ends')];
  return m.overview_late_summary({
    count: reservations,
    reservations: formatNumber(reservations),
    percent: Math.max(1, Math.round((late / reservations) * 100)),
    minutes: formatNumber(sum(days, 'late_minutes')),
  });
}

function toRow({ day, reservations, late_ends }: LateDay): ChartRow {
  const date = parseTime(day);
  return {
    id: day,
    label: formatDayWithYear(date),
    shortLabel: formatDayOfYear(date),
    value: late_ends,
    text: m.overview_late_of_reservations({ late: formatNumber(late_ends), reservations: formatNumber(reservations) }),
    to: toLateReservations({ first: day, last: day }),
  };
}
