import { m } from '#messages';
import { type DayRange, formatDayRange } from '../../../domain/days/day-range.ts';
import { formatNumber } from '../../../domain/language/format.ts';
import { paths } from '../../paths.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import type { ChartRow } from '../../ui/chart/chart-row.ts';
import { OverviewCard } from './overview-card.tsx';
import { type Figure, useFigures } from './overview-figures.ts';

type ZoneUse = Figure<'zones'>;

const MOST_BARS = 10;
const HOURS_OF_DAY = 24;
const DAYS = 30;

const formatName = ({ name }: ZoneUse) => name ?? m.space_unassigned();

/** The zones by the hours that were reserved in them. */
export function ZonesCard({ days }: { days: DayRange }) {
  const zones = useFigures('zones', days);
  return (
    <OverviewCard
      title={m.overview_zones_title()}
      text={m.overview_last_days()}
      query={zones}
      isEmpty={(loaded) => loaded.length === 0}
      emptyText={m.overview_zones_empty()}
    >
      {(loaded) => (
        <Chart
          title={m.overview_zones_title()}
          summary={summarize(loaded)}
          rows={loaded.map((zone) => toRow(zone, days))}
          mostBars={MOST_BARS}
          shape="lying"
          formatTick={formatNumber}
          labelHeader={m.field_zone()}
          valueHeader={m.overview_zones_hours()}
          fileName="zones-by-use"
        />
      )}
    </OverviewCard>
  );
}

function summarize(zones: readonly ZoneUse[]): string {
  const [first] = zones;
  if (first === undefined) return '';
  return m.overview_zones_summary({
    zone: formatName(first),
    count: first.reservations,
    reservations: formatNumber(first.reservations),
    hours: formatNumber(Math.round(first.hours)),
  });
}

function toRow(zone: ZoneUse, days: DayRange): ChartRow {
  const name = formatName(zone);
  const hours = formatNumber(Math.round(zone.hours));
  const share = Math.round((zone.hours / (zone.spaces * HOURS_OF_DAY * DAYS)) * 100);
  return {
    id: zone.zone_id ?? '',
    label: name,
    shortLabel: name,
    value: Math.round(zone.hours),
    // A zone whose spaces were moved away has none to compare with.
    text: zone.spaces === 0 ? m.overview_zone_hours({ hours }) : m.overview_zone_hours_and_share({ hours, share }),
    to: paths.adminTab('reservations', { status: 'kept', zone: zone.zone_id ?? 'none', days: formatDayRange(days) }),
  };
}
