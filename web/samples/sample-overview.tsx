import {
  CalendarCheck,
  CalendarClock,
  CircleDollarSign,
  CircleParking,
  type LucideIcon,
  TrendingUp,
  UserPlus,
  Users,
} from 'lucide-react';
import { m } from '#messages';
import { formatNumber } from '../../domain/language/format.ts';
import { formatMoney, getCurrencySymbol } from '../../domain/money/money.ts';
import { connection } from '../data/connection.ts';
import { AdministratorLog } from '../office/audit/entry-list.tsx';
import { Badge } from '../ui/layout/badge.tsx';
import { Card } from '../ui/layout/card.tsx';
import { MarkedText } from '../ui/layout/marked-text.tsx';
import { TabHeading } from '../ui/layout/tab-heading.tsx';

const FIGURES: readonly Figure[] = [
  { label: m.users_total(), value: formatNumber(1234), changePercent: 12, icon: Users },
  { label: m.overview_spaces(), value: formatNumber(156), changePercent: 4, icon: CircleParking },
  { label: m.overview_reservations(), value: formatNumber(789), changePercent: 18, icon: CalendarClock },
  {
    label: m.overview_revenue(),
    value: m.money_amount({ symbol: getCurrencySymbol(), amount: formatNumber(12_345) }),
    changePercent: 7,
    icon: CircleDollarSign,
  },
];

type Activity = readonly [icon: LucideIcon, title: string, detail: string, minutesAgo: number];

const PAYMENT_DETAIL = m.overview_payment_received_detail({ amount: formatMoney(15) });
const RECENT_ACTIVITY: readonly Activity[] = [
  [UserPlus, m.overview_user_registered(), m.overview_user_registered_detail(), 2],
  [CalendarCheck, m.overview_reservation_made(), m.overview_reservation_made_detail(), 5],
  [CircleDollarSign, m.overview_payment_received(), PAYMENT_DETAIL, 10],
];

export function SampleOverview() {
  return (
    <div className="flex flex-col gap-6">
      <TabHeading title={m.overview_title()} text={m.overview_text()} />
      <SampleFigures />
      <AdministratorLog />
    </div>
  );
}

/** Figures, of which nothing is loaded from the system. */
function SampleFigures() {
  const parts = [
    m.overview_system_api(),
    m.overview_system_database(),
    m.overview_system_payments(),
    m.overview_system_locks({ vendor: connection().config.lockVendorName }),
  ];
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {FIGURES.map((figure) => (
          <FigureCard key={figure.label} {...figure} />
        ))}
      </dl>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card className="p-5">
          <h3 className="text-lg font-bold">{m.overview_activity()}</h3>
          <ul className="divide-line mt-2 divide-y">
            {RECENT_ACTIVITY.map(([Icon, title, detail, minutes]) => (
              <li key={title} className="flex items-center gap-3 py-3">
                <span className="bg-brand-wash text-brand-ink flex size-10 shrink-0 items-center justify-center rounded-full">
                  <Icon aria-hidden="true" className="size-5" />
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{title}</span>
                  <span className="text-muted block text-sm">{detail}</span>
                </span>
                <span className="text-muted shrink-0 text-sm">{m.overview_minutes_ago({ minutes })}</span>
              </li>
            ))}
          </ul>
        </Card>
        <Card className="p-5">
          <h3 className="text-lg font-bold">{m.overview_system()}</h3>
          <ul className="divide-line mt-2 divide-y">
            {parts.map((part) => (
              <li key={part} className="flex min-h-14 items-center justify-between gap-4">
                <span className="font-semibold">{part}</span>
                <Badge tone="positive">{m.overview_system_online()}</Badge>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </>
  );
}

function FigureCard({ label, value, changePercent, icon: Icon }: Figure) {
  return (
    <Card className="flex flex-col gap-1 p-5">
      <dt className="text-muted flex items-center justify-between gap-2 text-sm font-semibold">
        {label}
        <Icon aria-hidden="true" className="text-brand-ink size-5" />
      </dt>
      <dd className="text-3xl font-bold tracking-tight tabular-nums">{value}</dd>
      <dd className="text-muted flex items-center gap-1 text-sm">
        <TrendingUp aria-hidden="true" className="text-positive size-4" />
        <span>
          <MarkedText
            text={m.overview_change({ percent: changePercent })}
            renderStrong={(words) => <span className="text-positive font-semibold">{words}</span>}
          />
        </span>
      </dd>
    </Card>
  );
}

type Figure = {
  label: string;
  value: string;
  /** Compared with the previous month. */
  changePercent: number;
  icon: LucideIcon;
};
