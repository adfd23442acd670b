import { type ReactNode, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { parseReturnLocation, type ReturnLocation, readZoneToReserve } from './return-location.ts';
import { useSession, useUser } from './session-provider.tsx';

const toLocation = (pathname: string): ReturnLocation => ({ pathname, search: '', hash: '', state: null });

type RedirectSignedInProps = {
  children?: ReactNode;
  /** Where signed-in people continue; by default at the screen that sent them here, or at the map. */
  to?: string | undefined;
};

export function RedirectSignedIn({ children = <Outlet />, to: path }: RedirectSignedInProps) {
  const user = useUser();
  const location = useLocation();
  // A guest may have an account, too.
  if (user === null || user.is_anonymous) return children;
  const target = path === undefined ? parseReturnLocation(location.state) : toLocation(path);
  const { state, ...to } = target ?? toLocation(paths.map);
  return <Navigate to={to} replace state={state} />;
}

export function RequireSession() {
  const session = useSession();
  const location = useLocation();
  const [wasSignedIn] = useState(session.status === 'signed-in');
  if (session.status !== 'signed-in') {
    // After a sign-out, the next person on this device must not be led to the same screen.
    const hasLeft = wasSignedIn && !(session.status === 'signed-out' && session.expired !== null);
    const state = hasLeft ? null : { from: location };
    const isGuest = session.status === 'signed-out' && session.expired === null && readZoneToReserve(state) !== null;
    return <Navigate to={isGuest ? paths.signUp : paths.logIn} replace state={state} />;
  }
  return <Outlet />;
}
