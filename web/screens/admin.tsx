import { Tabs } from '@base-ui/react/tabs';
import {
  ArrowLeft,
  CalendarClock,
  CircleParking,
  LayoutDashboard,
  LockKeyhole,
  LogOut,
  type LucideIcon,
  MapPinned,
  Settings,
  Users,
} from 'lucide-react';
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { m } from '#messages';
import { useCheckedSignOut } from '../booking/ending/use-checked-sign-out.tsx';
import { connection } from '../data/connection.ts';
import { paths } from '../paths.ts';
import { LoadingNote } from '../ui/feedback/skeleton.tsx';
import { Button, NavigateButton } from '../ui/form/button.tsx';

const TAB_PARAMETER = 'tab';

/**
 * The tabs of the back office. The open one is in the URL.
 * @param panels what stands in place of the panels of tabs with these ids
 */
export function AdminScreen({ panels = {} }: { panels?: Partial<Record<string, ComponentType>> }) {
  const [search, setSearch] = useSearchParams();
  useSearchKeys();
  const open = TABS.find(({ id }) => id === search.get(TAB_PARAMETER)) ?? TABS[0];
  // The other parameters in the URL belong to the tables of the previous tab.
  const openTab = (id: string) => {
    if (id !== open.id) setSearch(id === TABS[0].id ? {} : { [TAB_PARAMETER]: id }, { preventScrollReset: true });
  };

  return (
    <Tabs.Root value={open.id} onValueChange={openTab} className="flex flex-1 flex-col">
      <AdminHeader>
        <TabList openId={open.id} />
      </AdminHeader>
      <main className="mx-auto w-full max-w-7xl flex-1 px-4 py-4 md:px-6">
        {TABS.map(({ id, Panel: LivePanel }) => {
          const Panel = panels[id] ?? LivePanel;
          return (
            <Tabs.Panel key={id} value={id} className="outline-none">
              <Suspense fallback={<LoadingNote className="justify-center py-16">{m.status_loading()}</LoadingNote>}>
                <Panel />
              </Suspense>
            </Tabs.Panel>
          );
        })}
      </main>
    </Tabs.Root>
  );
}

/** Focuses the search of the open tab with "/" or Ctrl+K. */
function useSearchKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = event.key === 'k' && (event.ctrlKey || event.metaKey);
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
      if (!isCommand && (event.key !== '/' || isTyping)) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
      if (field === null) return;
      event.preventDefault();
      field.select();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function bringIntoSight(tab: Element | null | undefined): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** On phones it scrolls sideways and keeps the open and the focused tab visible. */
function TabList({ openId }: { openId: string }) {
  const list = useRef<HTMLDivElement>(null);
  const openIndex = TABS.findIndex(({ id }) => id === openId);
  useEffect(() => bringIntoSight(list.current?.querySelectorAll('[role="tab"]')[openIndex]), [openIndex]);
  return (
    <div className="order-last -mx-4 w-[calc(100%+2rem)] overflow-x-auto px-4 [scrollbar-width:none] xl:order-none xl:mx-0 xl:ml-3 xl:w-auto xl:flex-1 xl:px-0">
      <Tabs.List ref={list} aria-label={m.admin_tabs_label()} className="flex w-max gap-1">
        {TABS.map(({ id, label, icon: Icon }) => (
          <Tabs.Tab
            key={id}
            value={id}
            // A tab that is pressed stays under the pointer, or the click would miss it.
            onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && bringIntoSight(currentTarget)}
            className="text-muted hover:text-ink data-active:border-brand-ink data-active:text-brand-ink relative inline-flex min-h-12 xl:min-h-16 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-semibold whitespace-nowrap focus-visible:-outline-offset-3"
          >
            <Icon aria-hidden="true" className="size-4 xl:hidden" />
            {label ?? connection().config.lockVendorName}
            <Suspense>
              <WaitingCount tab={id} />
            </Suspense>
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </div>
  );
}

function AdminHeader({ children }: { children: ReactNode }) {
  const { signOut, isPending, question } = useCheckedSignOut();
  return (
    // A region, as the bar above is the banner of the page.
    <section aria-label={m.admin_header_label()} className="border-line bg-surface border-b">
      <div className="mx-auto w-full max-w-7xl px-4 md:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pt-2 xl:pt-0">
          <NavigateButton to={paths.map} variant="secondary" size="small" className="max-md:px-3">
            <ArrowLeft aria-hidden="true" className="size-4" />
            <span className="max-md:sr-only">{m.admin_header_to_map()}</span>
          </NavigateButton>
          <div className="min-w-0 flex-1 xl:flex-none">
            <h1 className="text-xl leading-tight font-bold tracking-tight">{m.admin_header_title()}</h1>
            <p className="text-muted text-sm">{m.admin_header_text()}</p>
          </div>
          {children}
          <Button variant="secondary" size="small" className="max-md:px-3" disabled={isPending} onClick={signOut}>
            <LogOut aria-hidden="true" className="size-4" />
            <span className="max-md:sr-only">{m.action_sign_out()}</span>
          </Button>
          {question}
        </div>
      </div>
    </section>
  );
}

type AdminTab = {
  /** For the URL. */
  id: string;
  /** Absent for the one that has the name of the lock vendor. */
  label?: string;
  icon: LucideIcon;
  Panel: LazyExoticComponent<ComponentType>;
};

const Overview = lazy(async () => ({ default: (await import('./admin/overview-tab.tsx')).OverviewTab }));
const People = lazy(async () => ({ default: (await import('../office/people/admin-users.tsx')).AdminUsers }));
const Zones = lazy(async () => ({ default: (await import('../office/zones/admin-zones.tsx')).AdminZones }));
const Parking = lazy(async () => ({ default: (await import('./admin/parking-tab.tsx')).ParkingTab }));
const Reservations = lazy(async () => ({
  default: (await import('../office/reservations/reservation-views.tsx')).ReservationViews,
}));
const Locks = lazy(async () => ({ default: (await import('./admin/locks-tab.tsx')).LocksTab }));
const SystemSettings = lazy(async () => ({ default: (await import('./admin/settings-tab.tsx')).SettingsTab }));

const WaitingCount = lazy(async () => ({ default: (await import('./admin/waiting-count.tsx')).WaitingCount }));

/** The first tab is the default. */
const TABS: readonly [AdminTab, ...AdminTab[]] = [
  { id: 'overview', label: m.admin_tab_overview(), icon: LayoutDashboard, Panel: Overview },
  { id: 'users', label: m.admin_tab_users(), icon: Users, Panel: People },
  { id: 'zones', label: m.admin_tab_zones(), icon: MapPinned, Panel: Zones },
  { id: 'parking', label: m.admin_tab_parking(), icon: CircleParking, Panel: Parking },
  { id: 'reservations', label: m.admin_tab_reservations(), icon: CalendarClock, Panel: Reservations },
  { id: 'locks', icon: LockKeyhole, Panel: Locks },
  { id: 'settings', label: m.admin_tab_settings(), icon: Settings, Panel: SystemSettings },
];
