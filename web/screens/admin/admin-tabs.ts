import {
  CalendarClock,
  CircleParking,
  LayoutDashboard,
  LockKeyhole,
  type LucideIcon,
  MapPinned,
  Settings,
  Users,
} from 'lucide-react';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { m } from '#messages';

export type AdminTab = {
  /** For the URL. */
  id: string;
  label: string;
  icon: LucideIcon;
  Panel: LazyExoticComponent<ComponentType>;
};

const Overview = lazy(async () => ({ default: (await import('./overview-tab.tsx')).OverviewTab }));
const People = lazy(async () => ({ default: (await import('./users-tab.tsx')).UsersTab }));
const Zones = lazy(async () => ({ default: (await import('./zones-tab.tsx')).ZonesTab }));
const Parking = lazy(async () => ({ default: (await import('./parking-tab.tsx')).ParkingTab }));
const Reservations = lazy(async () => ({ default: (await import('./reservations-tab.tsx')).ReservationsTab }));
const Locks = lazy(async () => ({ default: (await import('./locks-tab.tsx')).LocksTab }));
const SystemSettings = lazy(async () => ({ default: (await import('./settings-tab.tsx')).SettingsTab }));

/** The first tab is the default. */
export function createAdminTabs(lockVendorName: string): readonly [AdminTab, ...AdminTab[]] {
  return [
    { id: 'overview', label: m.admin_tab_overview(), icon: LayoutDashboard, Panel: Overview },
    { id: 'users', label: m.admin_tab_users(), icon: Users, Panel: People },
    { id: 'zones', label: m.admin_tab_zones(), icon: MapPinned, Panel: Zones },
    { id: 'parking', label: m.admin_tab_parking(), icon: CircleParking, Panel: Parking },
    { id: 'reservations', label: m.admin_tab_reservations(), icon: CalendarClock, Panel: Reservations },
    { id: 'locks', label: lockVendorName, icon: LockKeyhole, Panel: Locks },
    { id: 'settings', label: m.admin_tab_settings(), icon: Settings, Panel: SystemSettings },
  ];
}
