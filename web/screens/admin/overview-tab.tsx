import { Activity, ChartColumn, Gauge } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { m } from '#messages';
import { getLast30Days } from '../../../domain/days/day-range.ts';
import { FiscalNote } from '../../money/fiscal/fiscal-note.tsx';
import { moneyKeys } from '../../money/keys.ts';
import { ProposedCorrections } from '../../money/proposed-corrections.tsx';
import { RevenueCard } from '../../money/revenue-card.tsx';
import { DIFFERENCES_VIEW } from '../../money/warnings/money-differences.ts';
import { DifferencesLink, MoneyWarnings } from '../../money/warnings/money-warnings.tsx';
import { AdministratorLog } from '../../office/audit/entry-list.tsx';
import { officeKeys } from '../../office/keys.ts';
import { BooksWarning, FirstSteps, OverviewHealth, WaitingForOperator } from '../../office/overview/attention.tsx';
import { HoursCard, LateEndsCard, ZonesCard } from '../../office/overview/chart-cards.tsx';
import { MonthCards, SpacesCard, TakingsCard } from '../../office/overview/figure-cards.tsx';
import { ViewLinks } from '../../office/view-links.tsx';
import { paths } from '../../paths.ts';
import { LoadingNote } from '../../ui/feedback/skeleton.tsx';
import { UpdatedNote } from '../../ui/feedback/updated-note.tsx';
import { buttonClass } from '../../ui/form/button.tsx';
import { TabHeading } from '../../ui/layout/tab-heading.tsx';
import { getNow } from '../../ui/platform/clock.ts';

/** How the keys of the queries of all cards begin. */
const CARD_QUERIES = [officeKeys.overview(), moneyKeys.revenue(), moneyKeys.proposals()];
const MINUTE_MS = 60_000;

const Differences = lazy(async () => ({
  default: (await import('../../money/warnings/differences.tsx')).Differences,
}));

export function OverviewTab() {
  const [address] = useSearchParams();
  if (address.get('view') !== DIFFERENCES_VIEW.view) return <LiveOverview />;
  return (
    <Suspense fallback={<LoadingNote className="justify-center py-16">{m.money_differences_loading()}</LoadingNote>}>
      <Differences />
    </Suspense>
  );
}

/** The parts of the overview; the first is the default. */
const PARTS = [
  { id: 'today', label: m.overview_part_today(), icon: Gauge },
  { id: 'revenue', label: m.overview_part_revenue(), icon: ChartColumn },
  { id: 'system', label: m.overview_part_system(), icon: Activity },
] as const;

/** What waits for the operator, above the part of the overview that the address names. */
function LiveOverview() {
  const [address] = useSearchParams();
  const [days] = useState(() => getLast30Days(getNow()));
  const part = (PARTS.find(({ id }) => id === address.get('part')) ?? PARTS[0]).id;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <TabHeading title={m.overview_title()} text={m.overview_live_text()} />
        <UpdatedNote queries={CARD_QUERIES} everyMs={MINUTE_MS} />
      </div>
      <FirstSteps />
      <WaitingForOperator />
      <BooksWarning />
      <MoneyWarnings />
      <FiscalNote />
      <ProposedCorrections />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ViewLinks
          label={m.overview_parts()}
          views={PARTS}
          openId={part}
          getPath={(id) => paths.adminTab('overview', id === 'today' ? {} : { part: id })}
        />
        {part === 'today' ? (
          <div className="flex flex-wrap gap-2">
            <DifferencesLink>{m.money_differences_all()}</DifferencesLink>
            <Link to={paths.accountingMonth} className={buttonClass('secondary', undefined, 'small')}>
              {m.month_export()}
            </Link>
            <Link to={paths.shifts} className={buttonClass('secondary', undefined, 'small')}>
              {m.shifts_title()}
            </Link>
          </div>
        ) : null}
      </div>
      {part === 'today' ? (
        <>
          <TakingsCard />
          <div className="grid gap-6 lg:grid-cols-[1fr_2fr]">
            <SpacesCard />
            <HoursCard />
          </div>
        </>
      ) : null}
      {part === 'revenue' ? (
        <>
          <MonthCards />
          <RevenueCard />
          <div className="grid gap-6 lg:grid-cols-2">
            <ZonesCard days={days} />
            <LateEndsCard days={days} />
          </div>
        </>
      ) : null}
      {part === 'system' ? (
        <>
          <OverviewHealth />
          <AdministratorLog />
        </>
      ) : null}
    </div>
  );
}
