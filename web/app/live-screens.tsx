import { useQuery } from '@tanstack/react-query';
import { matchPath, Outlet, useLocation } from 'react-router';
import { MONEY_PROBLEMS } from '../../domain/money/money-problems.ts';
import { addProblems } from '../../domain/problems.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { Splash } from '../account/session/sign-in/splash.tsx';
import { useIsAdmin } from '../account/session/use-is-admin.ts';
import { publicSettingsQuery } from '../data/public-settings.ts';
import { paths } from '../paths.ts';
import { MaintenanceScreen } from '../screens/maintenance.tsx';
import { Shell } from './shell.tsx';

// Where there is no sample data, money moves.
addProblems(MONEY_PROBLEMS);

/** Screens that lead to a new reservation. */
const RESERVING = [paths.map, paths.zones, paths.parkNow, paths.arrivalTime, '/reserve-parking/:id', '/reserve/:id'];

/** The screens without sample data, which obey the operator's settings. */
export function LiveScreens() {
  const settings = useQuery(publicSettingsQuery).data;
  const { pathname } = useLocation();
  const user = useUser();
  const isClosed = settings?.maintenanceSince != null && RESERVING.some((path) => matchPath(path, pathname) !== null);
  // Another key renders the whole screen anew, as its texts and amounts contain the operator's name and currency.
  const screens = <Outlet key={`${settings?.appName} ${settings?.currency}`} />;
  if (!isClosed) return screens;
  return user === null ? <Maintenance /> : <MaintenanceForDrivers userId={user.id}>{screens}</MaintenanceForDrivers>;
}

function MaintenanceForDrivers({ userId, children }: { userId: string; children: React.ReactNode }) {
  const isAdmin = useIsAdmin(userId);
  if (isAdmin.isPending) return <Splash />;
  return isAdmin.data ? children : <Maintenance />;
}

function Maintenance() {
  return (
    <Shell withNavigation>
      <MaintenanceScreen />
    </Shell>
  );
}
