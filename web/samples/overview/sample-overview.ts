import {
  CalendarCheck,
  CalendarClock,
  CircleDollarSign,
  CircleParking,
  type LucideIcon,
  UserPlus,
  Users,
} from 'lucide-react';
import { m } from '#messages';
import { formatNumber } from '../../../domain/language/format.ts';
import { formatMoney, getCurrencySymbol } from '../../../domain/reservations/money.ts';

export type Figure = {
  label: string;
  value: string;
  /** Compared with the previous month. */
  changePercent: number;
  icon: LucideIcon;
};

export const FIGURES: readonly Figure[] = [
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

export type Activity = { title: string; detail: string; when: string; icon: LucideIcon };

export const RECENT_ACTIVITY: readonly Activity[] = [
  {
    title: m.overview_user_registered(),
    detail: m.overview_user_registered_detail(),
    when: m.overview_minutes_ago({ minutes: 2 }),
    icon: UserPlus,
  },
  {
    title: m.overview_reservation_made(),
    detail: m.overview_reservation_made_detail(),
    when: m.overview_minutes_ago({ minutes: 5 }),
    icon: CalendarCheck,
  },
  {
    title: m.overview_payment_received(),
    detail: m.overview_payment_received_detail({ amount: formatMoney(15) }),
    when: m.overview_minutes_ago({ minutes: 10 }),
    icon: CircleDollarSign,
  },
];

export function listSystemParts(lockVendorName: string): readonly string[] {
  return [
    m.overview_system_api(),
    m.overview_system_database(),
    m.overview_system_payments(),
    m.overview_system_locks({ vendor: lockVendorName }),
  ];
}
