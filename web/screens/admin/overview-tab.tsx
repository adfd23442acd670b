import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { m } from '#messages';
import { getLast30Days } from '../../../domain/days/day-range.ts';
import { showsSamples } from '../../data/connection.ts';
import { ProposedCorrections } from '../../money/corrections/proposed-corrections.tsx';
import { RevenueCard } from '../../money/revenue/revenue-card.tsx';
import { DIFFERENCES_VIEW } from '../../money/warnings/difference-filter.ts';
import { MoneyWarnings } from '../../money/warnings/money-warnings.tsx';
import { AdministratorLog } from '../../office/audit/administrator-log.tsx';
import { useLockFleet } from '../../office/locks/use-lock-fleet.ts';
import { HoursCard } from '../../office/overview/figures/hours-card.tsx';
import { LateEndsCard } from '../../office/overview/figures/late-ends-card.tsx';
import { MonthCards } from '../../office/overview/figures/month-cards.tsx';
import { SpacesCard } from '../../office/overview/figures/spaces-card.tsx';
import { ZonesCard } from '../../office/overview/figures/zones-card.tsx';
import { BooksWarning } from '../../office/overview/health/books-warning.tsx';
import { FailedNoticesCard } from '../../office/overview/health/failed-notices-card.tsx';
import { FailedPaymentsCard } from '../../office/overview/health/failed-payments-card.tsx';
import { JobsCard } from '../../office/overview/health/jobs-card.tsx';
import { LocksCard } from '../../office/overview/health/locks-card.tsx';
import { SystemCard } from '../../office/overview/health/system-card.tsx';
import { UndecidedTax } from '../../office/settings/system/undecided-tax.tsx';
import { SampleFigures } from '../../samples/overview/sample-figures.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { UpdatedNote } from '../../ui/updated-note.tsx';
import { TabHeading } from './tab-heading.tsx';

/** How the keys of the queries of all cards begin. */
const CARD_QUERIES = ['overview', 'revenue'];
const MINUTE_MS = 60_000;

const Differences = lazy(async () => ({
  default: (await import('../../money/warnings/differences.tsx')).Differences,
}));

export function OverviewTab() {
  const [address] = useSearchParams();
  if (showsSamples()) return <SampleOverview />;
  if (address.get('view') !== DIFFERENCES_VIEW.view) return <LiveOverview />;
  return (
    <Suspense fallback={<LoadingNote className="justify-center py-16">{m.money_differences_loading()}</LoadingNote>}>
      <Differences />
    </Suspense>
  );
}

function SampleOverview() {
  return (
    <div className="flex flex-col gap-6">
      <TabHeading title={m.overview_title()} text={m.overview_text()} />
      <SampleFigures />
      <AdministratorLog />
    </div>
  );
}

function LiveOverview() {
  const [days] = useState(() => getLast30Days(new Date()));
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <TabHeading title={m.overview_title()} text={m.overview_live_text()} />
        <UpdatedNote queries={CARD_QUERIES} everyMs={MINUTE_MS} />
      </div>
      <UndecidedTax />
      <BooksWarning />
      <MoneyWarnings />
      <ProposedCorrections />
      <MonthCards />
      <div className="grid gap-6 lg:grid-cols-[1fr_2fr]">
        <SpacesCard />
        <HoursCard />
      </div>
      <RevenueCard />
      <div className="grid gap-6 lg:grid-cols-2">
        <ZonesCard days={days} />
        <LateEndsCard days={days} />
      </div>
      <OverviewHealth />
      <AdministratorLog />
    </div>
  );
}

/** What needs a look: the system, its jobs, what failed and the locks. */
function OverviewHealth() {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <FailedPaymentsCard />
      <FailedNoticesCard />
      <div className="flex flex-col gap-6">
        <LocksNeedingAttention />
        <JobsCard />
      </div>
      <SystemCard />
    </div>
  );
}

function LocksNeedingAttention() {
  return <LocksCard fleet={useLockFleet()} />;
}
