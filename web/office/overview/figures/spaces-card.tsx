import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatClock, formatNumber } from '../../../../domain/language/format.ts';
import { paths } from '../../../paths.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import type { ChartRow } from '../../../ui/chart/chart-row.ts';
import { OverviewCard } from '../overview-card.tsx';
import { type HourOfUse, loadHours, loadSpaceCounts, type SpaceCounts } from './data.ts';

const KINDS: readonly { key: keyof SpaceCounts; label: string; status: string; className: string }[] = [
  { key: 'in_use', label: m.space_filter_in_use(), status: 'in_use', className: 'bg-brand-ink' },
  { key: 'free', label: m.space_filter_free(), status: 'available', className: 'bg-positive' },
  { key: 'out_of_service', label: m.space_filter_out_of_service(), status: 'maintenance', className: 'bg-field-line' },
];

/** How many spaces are in use, free and out of service now. */
export function SpacesCard() {
  const counts = useQuery({ queryKey: ['overview', 'spaces'], queryFn: ({ signal }) => loadSpaceCounts(signal) });
  return (
    <OverviewCard
      title={m.overview_spaces_title()}
      query={counts}
      isEmpty={(loaded) => countAll(loaded) === 0}
      emptyText={m.overview_spaces_empty()}
    >
      {(loaded) => <Counts counts={loaded} total={countAll(loaded)} />}
    </OverviewCard>
  );
}

const countAll = ({ free, in_use, out_of_service }: SpaceCounts) => free + in_use + out_of_service;

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
      <dl className="divide-line divide-y">
        {KINDS.map(({ key, label, status, className }) => (
          <div key={key} className="relative flex min-h-14 items-center justify-between gap-4">
            <dt className="flex items-center gap-3">
              <span aria-hidden="true" className={`size-3 rounded-full ${className}`} />
              <Link to={paths.adminTab('parking', { status })} className="after:absolute after:inset-0 hover:underline">
                {label}
              </Link>
            </dt>
            <dd className="text-xl font-bold tabular-nums">{formatNumber(counts[key])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

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
