import { Link } from 'react-router';
import { m } from '#messages';
import { formatClock, formatNumber } from '../../../../domain/language/format.ts';
import { paths } from '../../../paths.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import type { ChartRow } from '../../../ui/chart/chart-row.ts';
import { CountList, OverviewCard } from '../overview-card.tsx';
import { type Figure, useFigures } from '../overview-figures.ts';

type SpaceCounts = Figure<'spaces'>;
type HourOfUse = Figure<'hours'>;

const KINDS: readonly { key: keyof SpaceCounts; label: string; status: string; className: string }[] = [
  { key: 'in_use', label: m.space_filter_in_use(), status: 'in_use', className: 'bg-brand-ink' },
  { key: 'free', label: m.space_filter_free(), status: 'available', className: 'bg-positive' },
  { key: 'out_of_service', label: m.space_filter_out_of_service(), status: 'maintenance', className: 'bg-field-line' },
];

export function SpacesCard() {
  const spaces = useFigures('spaces');
  return (
    <OverviewCard
      title={m.overview_spaces_title()}
      query={spaces}
      isEmpty={([counts]) => countAll(counts) === 0}
      emptyText={m.overview_spaces_empty()}
    >
      {([counts]) => counts && <Counts counts={counts} total={countAll(counts)} />}
    </OverviewCard>
  );
}

const countAll = (counts: SpaceCounts | undefined) => KINDS.reduce((sum, { key }) => sum + (counts?.[key] ?? 0), 0);

function Counts({ counts, total }: { counts: SpaceCounts; total: number }) {
  return (
    <>
      <p>
        <Link to={paths.adminTab('parking', {})} className="inline-flex min-h-11 items-center underline">
          {m.overview_spaces_in_use({
            percent: Math.round((counts.in_use / total) * 100),
            count: total,
            total: formatNumber(total),
          })}
        </Link>
      </p>
      <div aria-hidden="true" className="bg-line flex h-4 overflow-hidden rounded-full">
        {KINDS.map(({ key, className }) => (
          <div key={key} className={className} style={{ width: `${(counts[key] / total) * 100}%` }} />
        ))}
      </div>
      <CountList
        rows={KINDS.map(({ key, label, status, className }) => ({
          label,
          to: paths.adminTab('parking', { status }),
          count: counts[key],
          dot: className,
        }))}
      />
    </>
  );
}

export function HoursCard() {
  const hours = useFigures('hours');
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
