import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { parseTime } from '../../../domain/days/country-time.ts';
import { type DayRange, formatDayRange } from '../../../domain/days/day-range.ts';
import { formatClock, formatDayOfYear, formatDayWithYear, formatNumber } from '../../../domain/language/format.ts';
import { paths } from '../../paths.ts';
import { getNow } from '../../ui/platform/clock.ts';
import type { ChartRow } from '../../ui/table/bars.tsx';
import { Chart } from '../../ui/table/chart.tsx';
import { NO_ZONE } from '../filter-fields.tsx';
import { OverviewCard } from './overview-card.tsx';
import { type Figure, useFigures } from './overview-figures.ts';

type ChartCardProps<Row> = Omit<ComponentProps<typeof Chart>, 'summary' | 'rows' | 'formatTick'> & {
  text: string;
  query: UseQueryResult<Row[]>;
  isEmpty?: (rows: Row[]) => boolean;
  emptyText: string;
  summarize: (rows: Row[]) => string;
  toRow: (row: Row) => ChartRow;
  /** Stands above the chart. */
  renderFigure?: (rows: Row[]) => ReactNode;
};

function ChartCard<Row>(props: ChartCardProps<Row>) {
  const { title, summarize, toRow, renderFigure, text, query, emptyText, isEmpty, ...chart } = props;
  return (
    <OverviewCard title={title} text={text} query={query} emptyText={emptyText} {...(isEmpty ? { isEmpty } : {})}>
      {(loaded) => (
        <>
          {renderFigure?.(loaded)}
          <Chart
            title={title}
            summary={summarize(loaded)}
            rows={loaded.map(toRow)}
            formatTick={formatNumber}
            {...chart}
          />
        </>
      )}
    </OverviewCard>
  );
}

type HourOfUse = Figure<'hours'>;

/** The spaces in use by the hours of today. */
export function HoursCard() {
  return (
    <ChartCard
      title={m.overview_hours_title()}
      text={m.overview_hours_text()}
      query={useFigures('hours')}
      isEmpty={(loaded) => loaded.every(({ in_use }) => in_use === 0)}
      emptyText={m.overview_hours_empty()}
      summarize={summarizeHours}
      toRow={(hour) => toHourRow(hour, getNow())}
      shape="columns"
      labelHeader={m.overview_hour()}
      valueHeader={m.overview_hours_in_use()}
      fileName="spaces-by-hour"
    />
  );
}

function summarizeHours(hours: readonly HourOfUse[]): string {
  const most = Math.max(...hours.map(({ in_use }) => in_use));
  const busiest = hours.find(({ in_use }) => in_use === most);
  return m.overview_hours_summary({
    time: busiest ? formatClock(busiest.hour) : '',
    count: most,
    spaces: formatNumber(most),
  });
}

function toHourRow({ hour, in_use }: HourOfUse, now: Date): ChartRow {
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

type ZoneUse = Figure<'zones'>;

const MOST_BARS = 10;
const HOURS_OF_DAY = 24;
const DAYS = 30;

const formatName = ({ name }: ZoneUse) => name ?? m.space_unassigned();

/** The zones by the hours that were reserved in them. */
export function ZonesCard({ days }: { days: DayRange }) {
  return (
    <ChartCard
      title={m.overview_zones_title()}
      text={m.overview_last_days()}
      query={useFigures('zones', days)}
      emptyText={m.overview_zones_empty()}
      summarize={summarizeZones}
      toRow={(zone) => toZoneRow(zone, days)}
      mostBars={MOST_BARS}
      shape="lying"
      labelHeader={m.field_zone()}
      valueHeader={m.overview_zones_hours()}
      fileName="zones-by-use"
    />
  );
}

function summarizeZones([first]: ZoneUse[]): string {
  if (first === undefined) return '';
  return m.overview_zones_summary({
    zone: formatName(first),
    count: first.reservations,
    reservations: formatNumber(first.reservations),
    hours: formatNumber(Math.round(first.hours)),
  });
}

function toZoneRow(zone: ZoneUse, days: DayRange): ChartRow {
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
    to: paths.adminTab('reservations', { status: 'kept', zone: zone.zone_id ?? NO_ZONE, days: formatDayRange(days) }),
  };
}

type LateDay = Figure<'late_ends'>;

const sum = (days: readonly LateDay[], key: 'reservations' | 'late_ends' | 'late_minutes') =>
  days.reduce((total, day) => total + day[key], 0);

const toLateReservations = (days: DayRange) =>
  paths.adminTab('reservations', { ending: 'late', days: formatDayRange(days) });

/** The reservations that ended late, by day. */
export function LateEndsCard({ days }: { days: DayRange }) {
  return (
    <ChartCard
      title={m.overview_late_title()}
      text={m.overview_late_text()}
      query={useFigures('late_ends', days)}
      isEmpty={(loaded) => sum(loaded, 'late_ends') === 0}
      emptyText={m.overview_late_empty()}
      renderFigure={(loaded) => (
        <p>
          <Link
            to={toLateReservations(days)}
            className="text-3xl font-bold tracking-tight tabular-nums hover:underline"
          >
            {formatNumber(sum(loaded, 'late_ends'))}
          </Link>
        </p>
      )}
      summarize={summarizeLateEnds}
      toRow={toLateRow}
      shape="columns"
      labelHeader={m.money_day()}
      valueHeader={m.overview_late_ends()}
      fileName="late-ends"
    />
  );
}

function summarizeLateEnds(days: readonly LateDay[]): string {
  const reservations = sum(days, 'reservations');
  const late = sum(days, 'late_ends');
  return m.overview_late_summary({
    count: reservations,
    reservations: formatNumber(reservations),
    percent: Math.max(1, Math.round((late / reservations) * 100)),
    minutes: formatNumber(sum(days, 'late_minutes')),
  });
}

function toLateRow({ day, reservations, late_ends }: LateDay): ChartRow {
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
