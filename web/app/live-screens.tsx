import { useQuery } from '@tanstack/react-query';
import { Wrench } from 'lucide-react';
import { matchPath, Outlet, useLocation } from 'react-router';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { formatClock, formatDay, getClock } from '../../domain/language/format.ts';
import { describeProblem } from '../../domain/problems.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { useIsAdmin } from '../account/session/use-verified-user.ts';
import { publicSettingsQuery } from '../data/public-settings.ts';
import { paths, patterns } from '../paths.ts';
import { StatePanel } from '../ui/feedback/state-panel.tsx';
import { Button, NavigateButton } from '../ui/form/button.tsx';
import { Splash } from '../ui/layout/logo.tsx';
import { SupportLinks } from '../ui/layout/support-links.tsx';
import { fromDeviceTime } from '../ui/platform/clock.ts';
import { Shell } from './shell.tsx';

/** Screens that lead to a new reservation. */
const RESERVING = [paths.map, paths.zones, paths.parkNow, paths.arrivalTime, patterns.reserveParking, patterns.reserve];

/** The screens without sample data, which obey the operator's settings. */
export function LiveScreens() {
  const settings = useQuery(publicSettingsQuery).data;
  const { pathname } = useLocation();
  const user = useUser();
  const isClosed = settings?.maintenanceSince != null && RESERVING.some((path) => matchPath(path, pathname) !== null);
  // Another key renders the whole screen anew, as its texts and amounts contain the operator's name and currency.
  const screens = (
    <div data-live className="contents">
      <Outlet key={`${settings?.appName} ${settings?.currency}`} />
    </div>
  );
  if (!isClosed) return screens;
  return user === null ? <Maintenance /> : <MaintenanceForDrivers userId={user.id}>{screens}</MaintenanceForDrivers>;
}

function MaintenanceForDrivers({ userId, children }: { userId: string; children: React.ReactNode }) {
  const isAdmin = useIsAdmin(userId);
  if (isAdmin.isPending) return <Splash />;
  return isAdmin.data ? children : <Maintenance />;
}

/** Instead of the screens that reserve, while the operator maintains the installation. It looks again by itself. */
function Maintenance() {
  const { data, dataUpdatedAt, isFetching, isError, fetchStatus, refetch } = useQuery(publicSettingsQuery);
  const isSignedIn = useUser() !== null;
  const since = data?.maintenanceSince;
  const checked =
    dataUpdatedAt === 0 ? '' : m.maintenance_checked({ time: formatClock(fromDeviceTime(dataUpdatedAt)) });
  const problem = fetchStatus === 'paused' ? m.problem_offline() : describeProblem('server-not-reachable');
  return (
    <Shell withNavigation>
      <div className="flex flex-1 flex-col items-center justify-center pb-8">
        <h1 className="sr-only">{m.maintenance_heading()}</h1>
        <StatePanel
          icon={Wrench}
          title={m.maintenance_title({ app: getInstallation().appName })}
          text={since ? m.maintenance_since({ ...getClock(since), day: formatDay(since) }) : m.maintenance_text()}
        />
        <div className="flex w-full max-w-xs flex-col gap-3 px-4">
          {isSignedIn ? <NavigateButton to={paths.activity}>{m.maintenance_to_activity()}</NavigateButton> : null}
          <Button variant="secondary" disabled={isFetching} onClick={() => void refetch()}>
            {isFetching ? m.status_loading() : m.action_try_again()}
          </Button>
          <p role="status" className="min-h-5 text-center text-sm text-muted">
            {isError || fetchStatus === 'paused' ? problem : checked}
          </p>
          <SupportLinks />
        </div>
      </div>
    </Shell>
  );
}
