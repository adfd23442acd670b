import { type ComponentType, useEffect, useRef } from 'react';
import {
  createBrowserRouter,
  Navigate,
  Outlet,
  type RouteObject,
  redirect,
  ScrollRestoration,
  useLocation,
} from 'react-router';
import { mayHaveSession } from '../account/session/callback/parse-auth-callback.ts';
import { paths } from '../paths.ts';
import { loadBrowserConfig } from '../ui/platform/browser-config.ts';
import { OffersSupport } from '../ui/support-links.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { Shell, TopBar } from './shell.tsx';

/** The route table of the product; each screen is loaded when it is first opened. */
export function createRouter() {
  const mayBeSignedIn = mayHaveSession(window);
  return createBrowserRouter([
    {
      element: (
        <>
          <Outlet />
          <ScrollRestoration />
          <MovedFocus />
        </>
      ),
      ErrorBoundary: ErrorScreen,
      children: [
        // The landing screen needs no server, so visitors get it before the data client is loaded.
        ...(mayBeSignedIn ? [] : [{ loader: redirectSignedIn, children: landing }]),
        {
          lazy: loadRoot,
          children: [
            ...(mayBeSignedIn ? [{ lazy: requireVisitor, children: landing }] : []),
            {
              lazy: requireSession,
              children: [
                {
                  lazy: requireAdmin,
                  children: [
                    {
                      element: <AdminFrame />,
                      children: [
                        screen(paths.admin, async () => (await import('../screens/admin.tsx')).AdminScreen),
                        screen(
                          paths.spaceSigns,
                          async () => (await import('../screens/space-signs.tsx')).SpaceSignsScreen,
                        ),
                        screen(
                          paths.accountingMonth,
                          async () => (await import('../screens/accounting-month.tsx')).AccountingMonthScreen,
                        ),
                        screen(paths.fiscal, async () => (await import('../screens/fiscal.tsx')).FiscalScreen),
                      ],
                    },
                  ],
                },
              ],
            },
            { element: <Shell withNavigation />, children: mainScreens },
            { element: <Shell />, children: otherScreens },
          ],
        },
      ],
    },
  ]);
}

/** Moves the focus to the main part of the next screen, unless that screen has moved it into its own. */
function MovedFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    const frame = requestAnimationFrame(() => {
      shown.current = pathname;
      const main = document.querySelector('main');
      if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return null;
}

/** Resolves once the first screen has loaded, or has failed to. */
export async function whenLoaded(router: ReturnType<typeof createRouter>): Promise<void> {
  if (router.state.initialized) return;
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

/** The back office has a main part and a navigation of its own. */
function AdminFrame() {
  return (
    <OffersSupport value={false}>
      <TopBar />
      <Outlet />
    </OffersSupport>
  );
}

/** Opens the connection and loads the frame of all screens that need it. */
async function loadRoot() {
  const [config, { connectRoot }] = await Promise.all([loadBrowserConfig(), import('./root.tsx')]);
  const Root = connectRoot(config);
  if (config.samples) return { Component: Root };
  const LiveScreens = await loadLiveScreens();
  return { element: <Root Screens={LiveScreens} /> };
}

/** Loads the operator's settings too, which the first screen needs. */
async function loadLiveScreens() {
  const [{ LiveScreens }, { startWithSettings }] = await Promise.all([
    import('./live-screens.tsx'),
    import('../data/public-settings.ts'),
  ]);
  await startWithSettings();
  return LiveScreens;
}

const requireSession = async () => ({
  Component: (await import('../account/session/guards.tsx')).RequireSession,
});
const requireAdmin = async () => ({ Component: (await import('../account/session/require-admin.tsx')).RequireAdmin });
const requireVisitor = async () => ({
  Component: (await import('../account/session/guards.tsx')).RedirectSignedIn,
});

/** For visitors who signed in since the page was opened. */
const redirectSignedIn = () => (mayHaveSession(window) ? redirect(paths.map) : null);

function screen(path: string, Component: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: { Component } };
}

const landing: RouteObject[] = [
  { path: paths.root, element: <Navigate to={paths.intro} replace /> },
  {
    element: <Shell />,
    children: [screen(paths.intro, async () => (await import('../screens/intro.tsx')).IntroScreen)],
  },
];

const mainScreens: RouteObject[] = [
  screen(paths.map, async () => (await import('../screens/map.tsx')).MapScreen),
  {
    lazy: requireSession,
    children: [
      screen(paths.reservations, async () => (await import('../screens/reservations.tsx')).ReservationsScreen),
      screen(paths.activity, async () => (await import('../screens/reservations.tsx')).ReservationsScreen),
      screen(paths.wallet, async () => (await import('../screens/wallet.tsx')).WalletScreen),
      screen(paths.messages, async () => (await import('../screens/messages.tsx')).MessagesScreen),
      screen('/messages/:id', async () => (await import('../screens/messages.tsx')).ConversationScreen),
      screen(paths.owner, async () => (await import('../screens/owner.tsx')).OwnerScreen),
      screen(paths.account, async () => (await import('../screens/account.tsx')).AccountScreen),
      screen(paths.profile, async () => (await import('../screens/profile.tsx')).ProfileScreen),
      screen(paths.settings, async () => (await import('../screens/settings.tsx')).SettingsScreen),
    ],
  },
];

const otherScreens: RouteObject[] = [
  screen(paths.signUp, async () => (await import('../screens/sign-up.tsx')).SignUpScreen),
  screen(paths.logIn, async () => (await import('../screens/log-in.tsx')).LogInScreen),
  screen(paths.forgotPassword, async () => (await import('../screens/forgot-password.tsx')).ForgotPasswordScreen),
  screen(paths.setPassword, async () => (await import('../screens/set-password.tsx')).SetPasswordScreen),
  screen(paths.enterCode, async () => (await import('../screens/enter-code.tsx')).EnterCodeScreen),
  screen(paths.zones, async () => (await import('../screens/zones.tsx')).ZonesScreen),
  screen('/reserve-parking/:zoneId', async () => (await import('../screens/reserve-parking.tsx')).ReserveParkingScreen),
  screen(paths.terms, async () => (await import('../screens/legal.tsx')).TermsScreen),
  screen(paths.privacy, async () => (await import('../screens/legal.tsx')).PrivacyScreen),
  screen(paths.parkNow, async () => (await import('../screens/park-now.tsx')).ParkNowScreen),
  screen(paths.arrivalTime, async () => (await import('../screens/arrival-time.tsx')).ArrivalTimeScreen),
  screen(paths.directions, async () => (await import('../screens/directions.tsx')).DirectionsScreen),
  screen(paths.parkingStatus, async () => (await import('../screens/parking-status.tsx')).ParkingStatusScreen),
  screen(paths.parkingRating, async () => (await import('../screens/parking-rating.tsx')).ParkingRatingScreen),
  {
    lazy: requireSession,
    children: [
      screen(
        paths.changeReservation,
        async () => (await import('../screens/change-reservation.tsx')).ChangeReservationScreen,
      ),
      screen('/receipt/:id', async () => (await import('../screens/receipt.tsx')).ReceiptScreen),
      screen('/payment/:id', async () => (await import('../screens/payment.tsx')).PaymentScreen),
      screen('/reserve/:spotId', async () => (await import('../screens/reserve.tsx')).ReserveScreen),
    ],
  },
  screen('*', async () => (await import('../screens/not-found.tsx')).NotFoundScreen),
];
