import { useQueryClient } from '@tanstack/react-query';
import { useTheme } from 'next-themes';
import { type CSSProperties, lazy, Suspense, useCallback, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { Toaster as SonnerToaster } from 'sonner';
import { m } from '#messages';
import { forgetActivity } from '../account/session/last-activity.ts';
import { mayHaveSession } from '../account/session/parse-auth-callback.ts';
import { SessionProvider, useSession, useUser } from '../account/session/session-provider.tsx';
import { isTabletLocked } from '../account/session/tablet.ts';
import { connect, showsSamples } from '../data/connection.ts';
import { startWithSettings } from '../data/public-settings.ts';
import { paths } from '../paths.ts';
import { Splash } from '../ui/layout/logo.tsx';
import type { BrowserConfig } from '../ui/platform/browser-config.ts';
import { forgetPersonalValues, useStored } from '../ui/platform/stored-value.ts';
import { useMediaQuery } from '../ui/platform/use-layout.ts';
import { LiveScreens } from './live-screens.tsx';

/** Toasts stand above the bottom navigation; a screen with more at its bottom moves them up. */
const BOTTOM = 'var(--toast-bottom, 88px)';

/** A toast with this padding is as high as the top bar. */
const COMPACT: CSSProperties = { paddingBlock: 12 };

/** The library's own colours have too little contrast for small text. */
const STYLE = {
  fontFamily: 'inherit',
  '--normal-bg': 'var(--color-raised)',
  '--normal-text': 'var(--color-ink)',
  '--normal-border': 'var(--color-line)',
  '--success-bg': 'var(--color-positive-wash)',
  '--success-text': 'var(--color-positive)',
  '--success-border': 'var(--color-line)',
  '--error-bg': 'var(--color-danger-wash)',
  '--error-text': 'var(--color-danger)',
  '--error-border': 'var(--color-line)',
} as CSSProperties;

// Visitors need neither the second factor nor the background work.
const SecondFactorScreen = lazy(async () => ({
  default: (await import('../screens/second-factor.tsx')).SecondFactorScreen,
}));
const TabletLock = lazy(async () => ({ default: (await import('../account/session/tablet-lock.tsx')).TabletLock }));
const SignedInBackground = lazy(async () => ({
  default: (await import('./signed-in-background.tsx')).SignedInBackground,
}));

/** Opens the connection and loads the operator's settings, which the frame and its screens need. */
export async function connectRoot(config: BrowserConfig) {
  connect(config);
  if (!config.samples) await startWithSettings();
  return Root;
}

/** The frame of every screen that needs the data client: the session and the toasts. */
function Root() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const handleSignedOut = useCallback(() => {
    // The next user of this device must not see this user's data.
    queryClient.clear();
    return navigate(paths.logIn);
  }, [navigate, queryClient]);
  return (
    <SessionProvider onSignedOut={handleSignedOut}>
      <CheckedScreens />
      <BackgroundWork />
      <Toaster />
    </SessionProvider>
  );
}

/** The screens, once it is clear who is signed in; for a user who owes a second factor, the screen that asks for it. */
function CheckedScreens() {
  const session = useSession();
  const user = useUser();
  const isLocked = useStored(() => isTabletLocked(user?.id));
  const { pathname } = useLocation();
  if (session.status === 'checking') return <Splash />;
  // The person who removes a factor that a stranger added has no code for it.
  const owesCode = session.status === 'code-needed' && pathname !== paths.removeFactor;
  if (!owesCode && !isLocked) return showsSamples() ? <Outlet /> : <LiveScreens />;
  return (
    <Suspense fallback={<Splash />}>
      {owesCode ? <SecondFactorScreen user={session.user} /> : <TabletLock key={user?.id} />}
    </Suspense>
  );
}

function BackgroundWork() {
  const session = useSession();
  const id = useUser()?.id;
  const isLocked = useStored(() => isTabletLocked(id));
  useEffect(() => {
    if (session.status !== 'signed-out') return;
    forgetActivity();
    // A session that could not be checked is still there, and so is its person.
    if (!mayHaveSession(window)) forgetPersonalValues();
  }, [session.status]);
  if (session.status !== 'signed-in' || isLocked) return null;
  return (
    <Suspense fallback={null}>
      <SignedInBackground key={session.user.id} user={session.user} />
    </Suspense>
  );
}

/** Where toasts at the bottom would cover rows of a table, the links below a form, or stars. */
const TOASTS_ON_TOP: readonly string[] = [paths.admin, paths.logIn, paths.signUp, paths.parkingRating];

/** The toasts, in the light, dark or system theme: at the bottom centre or at the top, above dialogs. */
function Toaster() {
  const { theme } = useTheme();
  const { pathname } = useLocation();
  // On a rotated phone there is no room above the buttons of a screen or a dialog.
  const isFlat = useMediaQuery('(max-height: 30em) and (min-width: 40em)');
  const isOnTop = isFlat || TOASTS_ON_TOP.includes(pathname);
  const toastTheme = theme === 'light' || theme === 'dark' ? theme : 'system';
  return createPortal(
    <SonnerToaster
      position={isOnTop ? 'top-center' : 'bottom-center'}
      containerAriaLabel={m.toaster_label()}
      theme={toastTheme}
      richColors
      className="print:hidden"
      // No toast hides another.
      expand
      offset={{ bottom: BOTTOM, top: 2 }}
      mobileOffset={{ bottom: BOTTOM, top: 2, left: 16, right: 16 }}
      toastOptions={{
        style: { fontSize: '0.8125rem', ...(isOnTop ? COMPACT : {}) },
        classNames: { actionButton: 'h-11! px-4! text-sm! shrink-0' },
      }}
      style={STYLE}
    />,
    // Dialogs stand beside the root element, which stacks what it holds below them.
    document.body,
  );
}
