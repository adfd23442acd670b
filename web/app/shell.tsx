import { clsx } from 'clsx';
import { CalendarClock, ChevronLeft, type LucideIcon, MapPinned, MessageCircle, UserRound } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { Link, Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { mayHaveSession } from '../account/session/parse-auth-callback.ts';
import { getMapAddress, paths } from '../paths.ts';
import { getClockError, onClockError } from '../ui/platform/clock.ts';
import { getStorageTrouble, onStorageTrouble } from '../ui/platform/device-storage.ts';

type ShellProps = {
  withNavigation?: boolean;
  /** False where nothing tells who is signed in, since the frame of the screens has failed. */
  knowsSession?: boolean;
  children?: ReactNode;
};

const MessagesLabel = lazy(async () => ({ default: (await import('./messages-label.tsx')).MessagesLabel }));

// Hardly any device needs them.
const DeviceNotices = lazy(async () => ({ default: (await import('./device-notices.tsx')).DeviceNotices }));

const DESTINATIONS: readonly Destination[] = [
  { label: m.navigation_home(), to: paths.map, icon: MapPinned, alsoAt: [paths.root] },
  { label: m.activity_title(), to: paths.activity, icon: CalendarClock, alsoAt: [paths.reservations] },
  { label: m.messages_title(), to: paths.messages, icon: MessageCircle, alsoAt: [], Label: MessagesLabel },
  {
    label: m.account_title(),
    to: paths.account,
    icon: UserRound,
    alsoAt: [paths.wallet, paths.settings, paths.profile],
  },
];

/** The top bar around every screen, and the bottom navigation around the main ones. */
export function Shell({ withNavigation = false, knowsSession = true, children = <Outlet /> }: ShellProps) {
  const navigation = useNavigation();
  return (
    <>
      <TopBar />
      <div className={clsx('flex min-h-0 flex-1 flex-col', withNavigation && 'pb-(--navigation-height) print:pb-0')}>
        <main
          tabIndex={-1}
          aria-busy={navigation.state !== 'idle'}
          className="relative flex min-h-0 flex-1 flex-col outline-none"
        >
          {children}
        </main>
      </div>
      {withNavigation ? <BottomNavigation knowsSession={knowsSession} /> : null}
    </>
  );
}

type Destination = {
  label: string;
  to: string;
  icon: LucideIcon;
  alsoAt: readonly string[];
  /** Replaces the label once it is loaded, where somebody may be signed in. */
  Label?: ComponentType<{ label: string }>;
};

/** Fixed at the bottom of the view, `--navigation-height` high. */
function BottomNavigation({ knowsSession }: { knowsSession: boolean }) {
  const { pathname } = useLocation();
  return (
    <nav
      aria-label={m.navigation_main()}
      className="bg-surface border-line fixed bottom-0 z-30 h-(--navigation-height) w-full border-t pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      <ul className="mx-auto flex h-full max-w-lg flat:max-w-2xl">
        {DESTINATIONS.map(({ label, to, icon: Icon, alsoAt, Label }) => {
          const isCurrent = pathname === to || pathname.startsWith(`${to}/`) || alsoAt.includes(pathname);
          return (
            <li key={to} className="flex-1">
              <Link
                to={to === paths.map ? getMapAddress() : to}
                aria-current={isCurrent ? 'page' : undefined}
                className={`relative flex h-full flex-col items-center justify-center gap-1 flat:flex-row flat:gap-2 px-1.5 text-capped-xs font-semibold ${isCurrent ? 'text-brand-ink' : 'text-muted'}`}
              >
                <Icon aria-hidden="true" className="size-6" strokeWidth={isCurrent ? 2.4 : 1.8} />
                {Label && knowsSession && mayHaveSession(window) ? (
                  <Suspense fallback={label}>
                    <Label label={label} />
                  </Suspense>
                ) : (
                  label
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The product's name, and a button back to the map. In a live installation it is hidden on screens with their own way back. */
export function TopBar() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const storageTrouble = useSyncExternalStore(onStorageTrouble, getStorageTrouble);
  const clockError = useSyncExternalStore(onClockError, getClockError);
  const onBrand = pathname === paths.intro;
  // The back office and its pages have a way back of their own.
  const hasNoBack = pathname === paths.map || pathname.startsWith(paths.admin);
  return (
    <>
      <header
        className={
          onBrand
            ? 'bg-brand text-on-brand sticky top-0 z-30 print:hidden'
            : 'bg-surface border-line sticky top-0 z-30 border-b text-ink print:hidden'
        }
      >
        {/* The name is in the middle, or beside a button that needs more room. */}
        <div className="mx-auto grid h-13 max-w-5xl grid-cols-[1fr_minmax(0,auto)_1fr] items-center px-1">
          {hasNoBack ? null : (
            <button
              type="button"
              onClick={() => void navigate(getMapAddress())}
              aria-label={m.action_back_to_map()}
              className="inline-flex min-h-11 items-center gap-0.5 justify-self-start rounded-full in-[[data-live]:has([data-way-back])]:hidden pr-3 pl-1.5 text-sm font-semibold"
            >
              <ChevronLeft aria-hidden="true" className="size-5" />
              {m.top_bar_map()}
            </button>
          )}
          <span className="col-start-2 truncate text-lg font-extrabold tracking-tight">
            {getInstallation().appName}
          </span>
        </div>
      </header>
      {storageTrouble === null && clockError === 0 ? null : (
        <Suspense fallback={null}>
          <DeviceNotices trouble={storageTrouble} clockError={clockError} />
        </Suspense>
      )}
    </>
  );
}
