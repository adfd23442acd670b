import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Outlet, ScrollRestoration, useNavigate } from 'react-router';
import { SessionProvider, useSession } from '../session/session-provider.tsx';
import { Splash } from '../session/splash.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { paths } from './paths.ts';
import { WhileSignedIn } from './while-signed-in.tsx';

function UntilChecked() {
  return useSession().status === 'checking' ? <Splash /> : <Outlet />;
}

/** The frame of the whole product: the session, the screens and the toasts. */
export function Root() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const leave = useCallback(() => {
    // What this person was shown is not for the next one on this device.
    queryClient.clear();
    return navigate(paths.logIn);
  }, [navigate, queryClient]);
  return (
    <SessionProvider onSignedOut={leave}>
      <UntilChecked />
      <WhileSignedIn />
      <Toaster />
      <ScrollRestoration />
    </SessionProvider>
  );
}
