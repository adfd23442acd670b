import { useCallback } from 'react';
import { Outlet, ScrollRestoration, useNavigate } from 'react-router';
import { SessionProvider, useSession } from '../session/session-provider.tsx';
import { Splash } from '../session/splash.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { paths } from './paths.ts';

function UntilChecked() {
  return useSession().status === 'checking' ? <Splash /> : <Outlet />;
}

/** The frame of the whole product: the session, the screens and the toasts. */
export function Root() {
  const navigate = useNavigate();
  const toLogIn = useCallback(() => navigate(paths.logIn), [navigate]);
  return (
    <SessionProvider onSignedOut={toLogIn}>
      <UntilChecked />
      <Toaster />
      <ScrollRestoration />
    </SessionProvider>
  );
}
