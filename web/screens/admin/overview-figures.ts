import {
  CalendarCheck,
  CalendarClock,
  CircleDollarSign,
  CircleParking,
  type LucideIcon,
  UserPlus,
  Users,
} from 'lucide-react';

// Samples; nothing here is loaded from the system.

export type Figure = {
  label: string;
  value: string;
  /** Compared with the previous month. */
  changePercent: number;
  icon: LucideIcon;
};

export const FIGURES: readonly Figure[] = [
  { label: 'Total Users', value: '1,234', changePercent: 12, icon: Users },
  { label: 'Parking Spots', value: '156', changePercent: 4, icon: CircleParking },
  { label: 'Reservations', value: '789', changePercent: 18, icon: CalendarClock },
  { label: 'Revenue', value: '$12,345', changePercent: 7, icon: CircleDollarSign },
];

export type Activity = { title: string; detail: string; when: string; icon: LucideIcon };

export const RECENT_ACTIVITY: readonly Activity[] = [
  { title: 'New user registered', detail: 'A driver opened an account', when: '2 minutes ago', icon: UserPlus },
  { title: 'New reservation', detail: 'A space was booked for 3 hours', when: '5 minutes ago', icon: CalendarCheck },
  { title: 'Payment received', detail: '$15.00 for a reservation', when: '10 minutes ago', icon: CircleDollarSign },
];

export const SYSTEM_PART_STATUS = 'Online';

export function listSystemParts(lockVendorName: string): readonly string[] {
  return ['API', 'Database', 'Payment gateway', `${lockVendorName} integration`];
}
