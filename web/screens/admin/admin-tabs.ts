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
    { id: 'overview', label: 'Overview', icon: LayoutDashboard, Panel: Overview },
    { id: 'users', label: 'Users', icon: Users, Panel: People },
    { id: 'zones', label: 'Zones', icon: MapPinned, Panel: Zones },
    { id: 'parking', label: 'Parking', icon: CircleParking, Panel: Parking },
    { id: 'reservations', label: 'Reservations', icon: CalendarClock, Panel: Reservations },
    { id: 'locks', label: lockVendorName, icon: LockKeyhole, Panel: Locks },
    { id: 'settings', label: 'Settings', icon: Settings, Panel: SystemSettings },
  ];
}
