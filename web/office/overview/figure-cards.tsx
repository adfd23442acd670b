import { CalendarClock, CircleDollarSign, type LucideIcon, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatDayRange } from '../../../domain/days/day-range.ts';
import { formatDays, formatNumber } from '../../../domain/language/format.ts';
import { formatSigned, toPriceCents } from '../../../domain/money/money.ts';
import { paths } from '../../paths.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { SummaryRow } from '../../ui/layout/summary-row.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { DayField, formatDay } from '../filter-fields.tsx';
import { CountList, OverviewCard } from './overview-card.tsx';
import { type Figure, useFigures } from './overview-figures.ts';

const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-4';
const SHAPES = ['h-32', 'h-32', 'h-32', 'h-32'];

/** This month so far against the same days of the month before. */
export function MonthCards() {
  return (
    <section aria-label={m.overview_month_title()}>
      <QueryState
        query={useFigures('months')}
        loading={<SkeletonList label={m.overview_loading()} shapes={SHAPES} className={GRID} />}
      >
        {([months]) => (
          <dl className={GRID}>
            {months && createCards(months).map((card) => <FigureCard key={card.label} {...card} />)}
          </dl>
        )}
      </QueryState>
    </section>
  );
}

/** What a day brought in each zone; at first today. */
export function TakingsCard() {
  const [day, setDay] = useState(() => formatDay(getNow()));
  const total = (zones: Figure<'takings'>[], key: 'reservations' | 'revenue') =>
    zones.reduce((sum, zone) => sum + zone[key], 0);
  const row = (label: string, { reservations, revenue }: Pick<Figure<'takings'>, 'reservations' | 'revenue'>) => (
    <SummaryRow
      key={label}
      label={label}
      value={formatSigned(toPriceCents(revenue))}
      detail={m.overview_takings_reservations({ count: reservations })}
    />
  );
  return (
    <div className="flex flex-col gap-3">
      <DayField day={day} onDay={setDay} className="self-start" />
      <OverviewCard
        title={m.overview_takings_title()}
        query={useFigures('takings', { first: day, last: day })}
        emptyText={m.overview_takings_empty()}
      >
        {(zones) => (
          <dl className="divide-line divide-y">
            {row(m.overview_takings_total(), {
              reservations: total(zones, 'reservations'),
              revenue: total(zones, 'revenue'),
            })}
            {zones.map((zone) => row(zone.name ?? m.space_unassigned(), zone))}
          </dl>
        )}
      </OverviewCard>
    </div>
  );
}

type MonthCard = { label: string; value: string; detail: string; to: string; icon: LucideIcon };

function createCards(months: Figure<'months'>): MonthCard[] {
  const range = { first: months.first_day, last: months.last_day };
  const days = formatDayRange(range);
  const describe = (now: number, before: number, format = formatNumber) =>
    describeChange({ now, before, days: formatDays(months.earlier_first_day, months.earlier_last_day), format });
  const formatAmount = (amount: number) => formatSigned(toPriceCents(amount));
  return [
    {
      label: m.overview_month_revenue(),
      value: formatAmount(months.revenue),
      detail: describe(months.revenue, months.earlier_revenue, formatAmount),
      to: paths.adminTab('reservations', { charged: days }),
      icon: CircleDollarSign,
    },
    {
      label: m.overview_month_reservations(),
      value: formatNumber(months.reservations),
      detail: describe(months.reservations, months.earlier_reservations),
      to: paths.adminTab('reservations', { status: 'kept', days }),
      icon: CalendarClock,
    },
    {
      label: m.overview_month_users(),
      value: formatNumber(months.new_users),
      detail: describe(months.new_users, months.earlier_new_users),
      to: paths.adminTab('users', { joined: days }),
      icon: UserPlus,
    },
    {
      label: m.users_total(),
      value: formatNumber(months.users),
      detail: m.overview_users_until({ day: formatDays(range.last, range.last) }),
      to: paths.adminTab('users', {}),
      icon: Users,
    },
  ];
}

function FigureCard({ label, value, detail, to, icon: Icon }: MonthCard) {
  return (
    <Card className="relative flex flex-col gap-1 p-5">
      <dt className="text-muted flex items-center justify-between gap-2 text-sm font-semibold">
        <Link to={to} className="after:absolute after:inset-0 hover:underline">
          {label}
        </Link>
        <Icon aria-hidden="true" className="text-brand-ink size-5 shrink-0" />
      </dt>
      <dd className="text-3xl font-bold tracking-tight tabular-nums">{value}</dd>
      <dd className="text-muted text-sm">{detail}</dd>
    </Card>
  );
}

type Change = {
  now: number;
  before: number;
  /** The days of `before`, as people read them. */
  days: string;
  format: (value: number) => string;
};

/** Such as '12% more than Oct 1 – 22 (107)'. */
export function describeChange({ now, before, days, format }: Change): string {
  if (now === before) return m.overview_change_same({ days, before: format(before) });
  // A percentage needs a positive base: not zero, and not days on which more was refunded than charged.
  if (before <= 0 || now < 0) return m.overview_change_from({ days, before: format(before) });
  const percent = Math.max(1, Math.round((Math.abs(now - before) / before) * 100));
  const change = { percent, days, before: format(before) };
  return now > before ? m.overview_change_more(change) : m.overview_change_less(change);
}

const KINDS: readonly { key: keyof Figure<'spaces'>; label: string; status: string; className: string }[] = [
  { key: 'in_use', label: m.space_filter_in_use(), status: 'in_use', className: 'bg-brand-ink' },
  { key: 'free', label: m.space_filter_free(), status: 'available', className: 'bg-positive' },
  { key: 'out_of_service', label: m.space_filter_out_of_service(), status: 'maintenance', className: 'bg-field-line' },
];

/** How many spaces are free, in use and out of service now. */
export function SpacesCard() {
  return (
    <OverviewCard
      title={m.overview_spaces_title()}
      query={useFigures('spaces')}
      isEmpty={([counts]) => countSpaces(counts) === 0}
      emptyText={m.overview_spaces_empty()}
    >
      {([counts]) => counts && <SpaceCounts counts={counts} total={countSpaces(counts)} />}
    </OverviewCard>
  );
}

export const countSpaces = (counts: Figure<'spaces'> | undefined) =>
  KINDS.reduce((sum, { key }) => sum + (counts?.[key] ?? 0), 0);

function SpaceCounts({ counts, total }: { counts: Figure<'spaces'>; total: number }) {
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
