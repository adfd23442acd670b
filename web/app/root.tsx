import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useCallback, useEffect } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { forgetActivity } from '../account/session/idle/last-activity.ts';
import { mayHaveSession } from '../account/session/may-have-session.ts';
import { SessionProvider, useSession } from '../account/session/session-provider.tsx';
import { Splash } from '../account/session/sign-in/splash.tsx';
import { forgetPictures } from '../map/place/forget-pictures.ts';
import { paths } from '../paths.ts';
import { forgetPersonalValues } from '../ui/platform/stored-value.ts';
import { Toaster } from '../ui/toaster.tsx';

// Visitors need neither.
const SecondFactorScreen = lazy(async () => ({
  default: (await import('../screens/second-factor.tsx')).SecondFactorScreen,
}));
const SignedInBackground = lazy(async () => ({
  default: (await import('./signed-in-background.tsx')).SignedInBackground,
}));

/** The frame of every screen that needs the data client: the session and the toasts. */
export function Root({ Screens = Outlet }: { Screens?: ComponentType }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const handleSignedOut = useCallback(() => {
    // The next user of this device must not see this user's data.
    queryClient.clear();
    return navigate(paths.logIn);
  }, [navigate, queryClient]);
  return (
    <SessionProvider onSignedOut={handleSignedOut}>
      <CheckedScreens Screens={Screens} />
      <BackgroundWork />
      <Toaster />
    </SessionProvider>
  );
}

/** The screens, once it is clear who is signed in; for a user who owes a second factor, the screen that asks for it. */
function CheckedScreens({ Screens }: { Screens: ComponentType }) {
  const session = useSession();
  if (session.status === 'checking') return <Splash />;
  if (session.status !== 'code-needed') return <Screens />;
  return (
    <Suspense fallback={<Splash />}>
      <SecondFactorScreen user={session.user} />
    </Suspense>
  );
}

function BackgroundWork() {
  const session = useSession();
  useEffect(() => {
    if (session.status !== 'signed-out') return;
    forgetActivity();
    forgetPictures();
    // A session that could not be checked is still there, and so is its person.
    if (!mayHaveSession(window)) forgetPersonalValues();
  }, [session.status]);
  if (session.status !== 'signed-in') return null;
  return (
    <Suspense fallback={null}>
      <SignedInBackground key={session.user.id} user={session.user} />
    </Suspense>
  );
}
