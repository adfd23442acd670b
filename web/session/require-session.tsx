import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { useSession } from './session-provider.tsx';

/** Lets signed-in people through; everybody else logs in first and comes back to where they were going. */
export function RequireSession() {
  const session = useSession();
  const location = useLocation();
  const [cameSignedIn] = useState(session.status === 'signed-in');
  if (session.status !== 'signed-in') {
    // Where somebody was who signed out is not for the next one on this device.
    return <Navigate to={paths.logIn} replace state={cameSignedIn ? null : { from: location }} />;
  }
  return <Outlet />;
}
