import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '../app/paths.ts';
import { useSession } from './session-provider.tsx';

/** Lets signed-in people through; everybody else logs in first and comes back to where they were going. */
export function RequireSession() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'signed-out') {
    return <Navigate to={paths.logIn} replace state={{ from: location }} />;
  }
  return <Outlet />;
}
