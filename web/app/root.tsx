import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback } from 'react';
import { Outlet, ScrollRestoration, useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { SessionProvider, useSession } from '../session/session-provider.tsx';
import { Splash } from '../session/sign-in/splash.tsx';
import { WhileSignedIn } from './while-signed-in.tsx';

// Only people with a second factor need it.
const SecondFactorScreen = lazy(async () => ({
  default: (await import('../screens/second-factor.tsx')).SecondFactorScreen,
}));

/** No screen is drawn before it is known who is here, nor for somebody who has still to show their second factor. */
function UntilChecked() {
  const session = useSession();
  if (session.status === 'checking') return <Splash />;
  if (session.status !== 'code-needed') return <Outlet />;
  return (
    <Suspense fallback={<Splash />}>
      <SecondFactorScreen user={session.user} />
    </Suspense>
  );
}

/** The frame of the whole product: the session and the screens. */
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
      <ScrollRestoration />
    </SessionProvider>
  );
}
