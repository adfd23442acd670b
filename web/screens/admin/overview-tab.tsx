import { useQuery } from '@tanstack/react-query';
import {
  Activity,
  BellOff,
  CarFront,
  ChartColumn,
  CreditCard,
  Gauge,
  LockKeyhole,
  MessageCircle,
  ReceiptText,
  TriangleAlert,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { m } from '#messages';
import { getLast30Days } from '../../../domain/days/day-range.ts';
import { countAttention } from '../../../domain/locks/lock.ts';
import { showsSamples } from '../../data/connection.ts';
import { FiscalNote } from '../../money/fiscal/fiscal-note.tsx';
import { moneyKeys } from '../../money/keys.ts';
import { ProposedCorrections } from '../../money/proposed-corrections.tsx';
import { RevenueCard } from '../../money/revenue-card.tsx';
import { DIFFERENCES_VIEW } from '../../money/warnings/money-differences.ts';
import { DifferencesLink, MoneyWarnings } from '../../money/warnings/money-warnings.tsx';
import { EntryList } from '../../office/audit/entry-list.tsx';
import { officeKeys } from '../../office/keys.ts';
import { openVendorSession, throwAs, toDashboardProblem } from '../../office/locks/vendor-session.ts';
import { useInbox } from '../../office/messages/inbox.tsx';
import { LateEndsCard } from '../../office/overview/figures/late-ends-card.tsx';
import { MonthCards } from '../../office/overview/figures/month-cards.tsx';
import { HoursCard, SpacesCard } from '../../office/overview/figures/spaces-card.tsx';
import { ZonesCard } from '../../office/overview/figures/zones-card.tsx';
import { FailedNoticesCard, FailedPaymentsCard } from '../../office/overview/health/failure-cards.tsx';
import { LocksCard } from '../../office/overview/health/locks-card.tsx';
import { JobsCard, SystemCard } from '../../office/overview/health/system-card.tsx';
import { useFigures } from '../../office/overview/overview-figures.ts';
import { loadSettings, systemSettingsPart } from '../../office/settings/installation-settings.ts';
import { TabHeading, ViewLinks } from '../../office/tab-heading.tsx';
import { paths } from '../../paths.ts';
import { SampleFigures } from '../../samples/overview/sample-figures.tsx';
import { QueryProblem } from '../../ui/feedback/query-state.tsx';
import { LoadingNote } from '../../ui/feedback/skeleton.tsx';
import { UpdatedNote } from '../../ui/feedback/updated-note.tsx';
import { buttonClass } from '../../ui/form/button.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { formatTime } from '../../ui/platform/format-time.ts';
import { useOpenReports } from './waiting-count.tsx';

/** The limit of the proxy. */
const PAGE_SIZE = 100;

/** How the keys of the queries of all cards begin. */
const CARD_QUERIES = [officeKeys.overview(), moneyKeys.revenue(), moneyKeys.proposals()];
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

/** The parts of the overview; the first is the default. */
const PARTS = [
  { id: 'today', label: m.overview_part_today(), icon: Gauge },
  { id: 'revenue', label: m.overview_part_revenue(), icon: ChartColumn },
  { id: 'system', label: m.overview_part_system(), icon: Activity },
] as const;

/** What waits for the operator, above the part of the overview that the address names. */
function LiveOverview() {
  const [address] = useSearchParams();
  const [days] = useState(() => getLast30Days(new Date()));
  const part = (PARTS.find(({ id }) => id === address.get('part')) ?? PARTS[0]).id;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <TabHeading title={m.overview_title()} text={m.overview_live_text()} />
        <UpdatedNote queries={CARD_QUERIES} everyMs={MINUTE_MS} />
      </div>
      <UndecidedTax />
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
          </div>
        ) : null}
      </div>
      {part === 'today' ? (
        <>
          <MonthCards />
          <div className="grid gap-6 lg:grid-cols-[1fr_2fr]">
            <SpacesCard />
            <HoursCard />
          </div>
        </>
      ) : null}
      {part === 'revenue' ? (
        <>
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

/** The system, its jobs, what failed and the locks. */
function OverviewHealth() {
  const fleet = useLockFleet();
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <FailedPaymentsCard />
      <FailedNoticesCard />
      <div className="flex flex-col gap-6">
        <LocksCard fleet={fleet} />
        <JobsCard />
      </div>
      <SystemCard />
    </div>
  );
}

/** All locks, without their commands. */
function useLockFleet() {
  const [session] = useState(() => openVendorSession());
  return useQuery({
    queryKey: officeKeys.overview('locks'),
    queryFn: () => session.listAll(PAGE_SIZE).catch(throwAs(toDashboardProblem)),
  });
}

const TO_SYSTEM = paths.adminTab('overview', { part: 'system' });

/** Who and what waits for the operator, with links and counts; nothing while nothing does. */
function WaitingForOperator() {
  const inbox = useInbox();
  const reports = useOpenReports();
  const locks = useLockFleet();
  const payments = useFigures('failed_payments');
  const notices = useFigures('failed_notices');
  const waiting = [
    {
      to: paths.adminTab('users', {}),
      icon: MessageCircle,
      text: m.overview_attention_messages(),
      count: inbox.data?.total ?? 0,
    },
    {
      to: paths.adminTab('parking', {}),
      icon: CarFront,
      text: m.overview_attention_spaces(),
      count: reports.data?.rows.length ?? 0,
    },
    {
      to: paths.adminTab('locks', { order: 'attention' }),
      icon: LockKeyhole,
      text: m.health_locks(),
      count: locks.data ? countAttention(locks.data).locks : 0,
    },
    { to: TO_SYSTEM, icon: CreditCard, text: m.health_failed_payments(), count: payments.data?.length ?? 0 },
    { to: TO_SYSTEM, icon: BellOff, text: m.health_failed_notices(), count: notices.data?.length ?? 0 },
  ].filter(({ count }) => count > 0);
  if (waiting.length === 0) return null;
  return (
    <section aria-label={m.overview_attention()}>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {waiting.map(({ to, icon: Icon, text, count }) => (
          <li key={text}>
            <Link to={to} className={buttonClass('secondary', 'w-full justify-start!')}>
              <Icon aria-hidden="true" className="size-5 shrink-0 text-danger" />
              <span className="min-w-0 flex-1 text-left">{text}</span>
              <Badge tone="danger">{count}</Badge>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Tells the operator of a new installation that nothing is charged before the tax rate is decided. */
function UndecidedTax() {
  const settings = useQuery({
    queryKey: officeKeys.settings(systemSettingsPart.name, 'tax'),
    queryFn: () => loadSettings(systemSettingsPart),
  });
  if (settings.data?.values.taxRate !== null) return null;
  return (
    <Card className="flex flex-wrap items-center gap-4 p-5">
      <ReceiptText aria-hidden="true" className="text-brand-ink size-6 shrink-0" />
      <div className="flex-[1_1_16rem]">
        <h3 className="font-bold">{m.system_settings_tax_notice()}</h3>
        <p className="text-muted text-sm">{m.system_settings_tax_notice_text()}</p>
      </div>
      <Link to={paths.adminTab('settings', {})} className={buttonClass('primary', '', 'small')}>
        {m.system_settings_tax_notice_open()}
      </Link>
    </Card>
  );
}

/** Says that the books are wrong; nothing while they are right. */
function BooksWarning() {
  const query = useFigures('books');
  if (query.isError && query.data === undefined) return <QueryProblem query={query} />;
  if (query.data === undefined || query.data.length === 0) return null;
  return (
    <section aria-label={m.books_warning_title()}>
      <Card className="border-danger! flex flex-col gap-3 p-5">
        <h3 className="flex items-center gap-2 text-lg font-bold">
          <TriangleAlert aria-hidden="true" className="text-danger size-5 shrink-0" />
          {m.books_warning_title()}
        </h3>
        <p>{m.books_warning_text()}</p>
        <ul className="divide-line divide-y">
          {query.data.map(({ rule, faults, broken_since }) => (
            <li key={rule} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2">
              <code className="wrap-anywhere">{rule}</code>
              <span className="text-muted text-sm tabular-nums">
                {m.books_warning_rule({ count: faults, time: formatTime(broken_since) })}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

function AdministratorLog() {
  return (
    <Card className="p-5">
      <h3 className="text-lg font-bold">{m.admin_log_title()}</h3>
      <p className="text-muted text-sm">{m.admin_log_description()}</p>
      <EntryList label={m.admin_log_list()} subject={null} emptyText={m.admin_log_empty()} />
    </Card>
  );
}
