import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { useSession } from './session-provider.tsx';

/** Lets signed-in people through; everybody else logs in first and then comes back. */
export function RequireSession() {
  const session = useSession();
  const location = useLocation();
  const [wasSignedIn] = useState(session.status === 'signed-in');
  if (session.status !== 'signed-in') {
    // After a sign-out, the next person on this device must not be led to the same screen.
    const hasLeft = wasSignedIn && !(session.status === 'signed-out' && session.hasExpired);
    return <Navigate to={paths.logIn} replace state={hasLeft ? null : { from: location }} />;
  }
  return <Outlet />;
}
