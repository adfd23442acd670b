import { useQuery } from '@tanstack/react-query';
import {
  ArrowDownToLine,
  BellOff,
  CarFront,
  Circle,
  CircleCheck,
  Clock,
  CreditCard,
  LockKeyhole,
  MessageCircle,
  TriangleAlert,
} from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { countAttention, getLockPosition, needsAttention } from '../../../domain/locks/lock.ts';
import { useZoneChoices } from '../../booking/zones/zone-choices.ts';
import { paths } from '../../paths.ts';
import { QueryProblem } from '../../ui/feedback/query-state.tsx';
import { buttonClass } from '../../ui/form/button.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { formatTime } from '../../ui/platform/format-time.ts';
import { officeKeys } from '../keys.ts';
import { useSpacesByLock } from '../locks/spaces-by-lock.ts';
import { openVendorSession } from '../locks/vendor-session.ts';
import { useInbox } from '../people/inbox.tsx';
import { LATE_CARS, LATE_CARS_FILTER } from '../reservations/reservation-filter.ts';
import { countReservations } from '../reservations/reservations.ts';
import { loadSettings, systemSettingsPart } from '../settings/installation-settings.ts';
import { useOpenReports } from '../spaces/space-reports.tsx';
import { FailedNoticesCard, FailedPaymentsCard } from './failure-cards.tsx';
import { countSpaces } from './figure-cards.tsx';
import { CountList, OverviewCard } from './overview-card.tsx';
import { useFigures } from './overview-figures.ts';
import { JobsCard, SystemCard } from './system-card.tsx';

const TO_ATTENTION = { order: 'attention' };
const TO_SYSTEM = paths.adminTab('overview', { part: 'system' });

/** Who and what waits for the operator, with links and counts; nothing while nothing does. */
export function WaitingForOperator() {
  const inbox = useInbox();
  const reports = useOpenReports();
  const locks = useSpacesByLock('attention', {}, needsAttention);
  const lateCars = useQuery({
    queryKey: officeKeys.reservations('count', LATE_CARS_FILTER),
    queryFn: ({ signal }) => countReservations(LATE_CARS_FILTER, signal),
  });
  const lowered = useSpacesByLock('lowered', { status: 'available' }, (lock) => getLockPosition(lock) === 'down');
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
      to: paths.adminTab('reservations', LATE_CARS),
      icon: Clock,
      text: m.overview_attention_late(),
      count: lateCars.data ?? 0,
    },
    {
      to: paths.adminTab('parking', {}),
      icon: CarFront,
      text: m.overview_attention_spaces(),
      count: reports.data?.rows.length ?? 0,
    },
    {
      to: paths.adminTab('locks', TO_ATTENTION),
      icon: LockKeyhole,
      text: m.health_locks(),
      // A lock that holds no space keeps nobody waiting.
      count: locks.data?.length ?? 0,
    },
    {
      to: paths.adminTab('parking', { status: 'available' }),
      icon: ArrowDownToLine,
      text: m.overview_attention_lowered(),
      count: lowered.data?.length ?? 0,
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

/** What a new installation needs before drivers park and pay; nothing once all of it is done. */
export function FirstSteps() {
  const zones = useZoneChoices();
  const spaces = useFigures('spaces');
  const settings = useQuery({
    queryKey: officeKeys.settings(systemSettingsPart.name, 'tax'),
    queryFn: () => loadSettings(systemSettingsPart),
  });
  if (zones.data === undefined || spaces.data === undefined || settings.data === undefined) return null;
  const steps = [
    {
      title: m.first_steps_zone(),
      isDone: zones.data.length > 0,
      to: paths.adminTab('zones', { dialog: 'new' }),
      act: m.zone_admin_add(),
    },
    {
      title: m.first_steps_spaces(),
      isDone: countSpaces(spaces.data[0]) > 0,
      to: paths.adminTab('parking', { dialog: 'new' }),
      act: m.space_admin_add(),
    },
    {
      title: m.first_steps_tax(),
      text: m.system_settings_tax_notice_text(),
      isDone: settings.data.values.taxRate !== null,
      to: paths.adminTab('settings', {}),
      act: m.system_settings_tax_notice_open(),
    },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Card className="p-5">
      <h3 className="text-lg font-bold">{m.first_steps_title()}</h3>
      <ol className="divide-line divide-y">
        {steps.map(({ title, text, isDone, to, act }) => (
          <li key={title} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 py-2">
            {isDone ? (
              <CircleCheck role="img" aria-label={m.first_steps_done()} className="text-positive size-6 shrink-0" />
            ) : (
              <Circle aria-hidden="true" className="text-muted size-6 shrink-0" />
            )}
            <div className="flex-[1_1_16rem]">
              <p className={isDone ? 'text-muted' : 'font-bold'}>{title}</p>
              {isDone || text === undefined ? null : <p className="text-muted text-sm">{text}</p>}
            </div>
            {isDone ? null : (
              <Link to={to} className={buttonClass('primary', '', 'small')}>
                {act}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Says that the books are wrong; nothing while they are right. */
export function BooksWarning() {
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

const LOCK_REASONS = [
  { key: 'offline', label: m.lock_offline(), filters: { ...TO_ATTENTION, status: 'offline' } },
  { key: 'lowBattery', label: m.lock_low_battery(), filters: TO_ATTENTION },
  { key: 'alarm', label: m.health_lock_alarm(), filters: TO_ATTENTION },
] as const;

function LocksCard() {
  const [session] = useState(openVendorSession);
  const query = useQuery({ queryKey: officeKeys.overview('locks'), queryFn: () => session.listAll('dashboard') });
  return (
    <OverviewCard
      title={m.health_locks()}
      query={query}
      isEmpty={(locks) => countAttention(locks).locks === 0}
      emptyText={m.locks_none_needs_attention()}
    >
      {(locks) => {
        const counts = countAttention(locks);
        return (
          <>
            <p>
              <Link to={paths.adminTab('locks', TO_ATTENTION)} className="inline-flex min-h-11 items-center underline">
                {m.locks_needing_attention({ count: counts.locks, total: locks.length })}
              </Link>
            </p>
            <CountList
              rows={LOCK_REASONS.map(({ key, label, filters }) => ({
                label,
                to: paths.adminTab('locks', filters),
                count: counts[key],
              }))}
            />
          </>
        );
      }}
    </OverviewCard>
  );
}

/** The system, its jobs, what failed and the locks. */
export function OverviewHealth() {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <FailedPaymentsCard />
      <FailedNoticesCard />
      <div className="flex flex-col gap-6">
        <LocksCard />
        <SystemCard />
      </div>
      <JobsCard />
    </div>
  );
}
