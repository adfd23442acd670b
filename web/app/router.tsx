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
import { loadOfficeMessages } from '#messages';
import { mayHaveSession } from '../account/session/parse-auth-callback.ts';
import { paths, patterns } from '../paths.ts';
import { SAMPLE_SCREENS } from '../samples/sample-screens.tsx';
import { OffersSupport } from '../ui/layout/support-links.tsx';
import { loadBrowserConfig } from '../ui/platform/browser-config.ts';
import { ErrorPage, ErrorScreen } from './error-screen.tsx';
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
      ErrorBoundary: ErrorPage,
      children: [
        // The landing screen needs no server, so visitors get it before the data client is loaded.
        ...(mayBeSignedIn ? [] : [{ loader: redirectSignedIn, children: landing }]),
        {
          lazy: loadRoot,
          children: [
            ...(mayBeSignedIn ? [{ lazy: requireVisitor, children: landing }] : []),
            { lazy: requireSession, children: officeScreens },
            { element: <Shell withNavigation />, children: [keepingFrame(mainScreens)] },
            { element: <Shell />, children: [keepingFrame(otherScreens)] },
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
export function whenLoaded(router: ReturnType<typeof createRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
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
  return { Component: await connectRoot(config) };
}

type Loaded<Name extends string> = () => Promise<Record<Name, ComponentType>>;

/** A component of a module that is loaded when it is first shown. */
const lazily =
  <Name extends string>(load: Loaded<Name>, name: Name) =>
  async () => ({ Component: (await load())[name] });

/** A screen; a demo may show another one at its path. */
const screen = <Name extends string>(
  path: string,
  load: Loaded<Name>,
  name: Name,
  prepare?: () => Promise<void>,
): RouteObject => ({
  path,
  lazy: async () => {
    await prepare?.();
    const loadSample = SAMPLE_SCREENS[path];
    const isSample = loadSample !== undefined && (await loadBrowserConfig()).samples;
    return { Component: isSample ? await loadSample() : (await load())[name] };
  },
});

/** A screen of the back office, whose texts come before it. */
const officeScreen: typeof screen = (path, load, name) => screen(path, load, name, loadOfficeMessages);

const requireSession = lazily(() => import('../account/session/guards.tsx'), 'RequireSession');
const requireAdmin = lazily(() => import('../account/session/require-admin.tsx'), 'RequireAdmin');
const requireBooks = lazily(() => import('../account/session/duties.tsx'), 'RequireBooks');
const requireDuty = lazily(() => import('../account/session/duties.tsx'), 'RequireDuty');
const requireVisitor = lazily(() => import('../account/session/guards.tsx'), 'RedirectSignedIn');

/** For visitors who signed in since the page was opened. */
const redirectSignedIn = () => (mayHaveSession(window) ? redirect(paths.map) : null);

/** Screens inside the bars of the app, which stay when one of them fails or cannot be loaded. */
const keepingFrame = (children: RouteObject[]): RouteObject => ({ ErrorBoundary: ErrorScreen, children });

const landing: RouteObject[] = [
  { path: paths.root, element: <Navigate to={paths.intro} replace /> },
  {
    element: <Shell />,
    children: [screen(paths.intro, () => import('../screens/intro.tsx'), 'IntroScreen')],
  },
];

const mainScreens: RouteObject[] = [
  screen(paths.map, () => import('../screens/map.tsx'), 'MapScreen'),
  {
    lazy: requireSession,
    children: [
      screen(paths.reservations, () => import('../screens/reservations.tsx'), 'ReservationsScreen'),
      screen(paths.activity, () => import('../screens/reservations.tsx'), 'ReservationsScreen'),
      screen(paths.wallet, () => import('../screens/wallet.tsx'), 'WalletScreen'),
      screen(paths.messages, () => import('../screens/messages.tsx'), 'MessagesScreen'),
      screen(patterns.conversation, () => import('../screens/messages.tsx'), 'ConversationScreen'),
      screen(paths.owner, () => import('../screens/owner.tsx'), 'OwnerScreen'),
      screen(paths.account, () => import('../screens/account.tsx'), 'AccountScreen'),
      screen(paths.profile, () => import('../screens/profile.tsx'), 'ProfileScreen'),
      screen(paths.settings, () => import('../screens/settings.tsx'), 'SettingsScreen'),
    ],
  },
];

const otherScreens: RouteObject[] = [
  screen(paths.signUp, () => import('../screens/sign-up.tsx'), 'SignUpScreen'),
  screen(paths.logIn, () => import('../screens/log-in.tsx'), 'LogInScreen'),
  screen(paths.forgotPassword, () => import('../screens/forgot-password.tsx'), 'ForgotPasswordScreen'),
  screen(paths.setPassword, () => import('../screens/set-password.tsx'), 'SetPasswordScreen'),
  screen(paths.enterCode, () => import('../screens/enter-code.tsx'), 'EnterCodeScreen'),
  screen(paths.followLink, () => import('../screens/follow-link.tsx'), 'FollowLinkScreen'),
  screen(paths.removeFactor, () => import('../screens/remove-factor.tsx'), 'RemoveFactorScreen'),
  screen(paths.zones, () => import('../screens/zones.tsx'), 'ZonesScreen'),
  screen(patterns.reserveParking, () => import('../screens/reserve-parking.tsx'), 'ReserveParkingScreen'),
  screen(patterns.sign, () => import('../screens/park-from-sign.tsx'), 'ParkFromSignScreen'),
  screen(paths.terms, () => import('../screens/legal.tsx'), 'TermsScreen'),
  screen(paths.privacy, () => import('../screens/legal.tsx'), 'PrivacyScreen'),
  screen(paths.parkNow, () => import('../screens/park-now.tsx'), 'ParkNowScreen'),
  screen(paths.arrivalTime, () => import('../screens/arrival-time.tsx'), 'ArrivalTimeScreen'),
  screen(paths.directions, () => import('../screens/directions.tsx'), 'DirectionsScreen'),
  screen(patterns.payment, () => import('../screens/payment.tsx'), 'PaymentScreen'),
  screen(paths.parkingStatus, () => import('../screens/parking-status.tsx'), 'ParkingStatusScreen'),
  screen(paths.parkingRating, () => import('../screens/parking-rating.tsx'), 'ParkingRatingScreen'),
  {
    lazy: requireSession,
    children: [
      screen(paths.staffInvitation, () => import('../screens/staff-invitation.tsx'), 'StaffInvitationScreen'),
      screen(paths.changeReservation, () => import('../screens/change-reservation.tsx'), 'ChangeReservationScreen'),
      screen(patterns.receipt, () => import('../screens/receipt.tsx'), 'ReceiptScreen'),
      screen(patterns.reserve, () => import('../screens/reserve.tsx'), 'ReserveScreen'),
    ],
  },
  screen('*', () => import('../screens/not-found.tsx'), 'NotFoundScreen'),
];

const framed = (lazy: () => Promise<{ Component: ComponentType }>, ...screens: RouteObject[]): RouteObject => ({
  lazy,
  children: [{ element: <AdminFrame />, children: [keepingFrame(screens)] }],
});

const officeScreens = [
  framed(
    requireAdmin,
    officeScreen(paths.admin, () => import('../screens/admin.tsx'), 'AdminScreen'),
    officeScreen(paths.spaceSigns, () => import('../screens/space-signs.tsx'), 'SpaceSignsScreen'),
    officeScreen(paths.shifts, () => import('../screens/shifts.tsx'), 'ShiftsScreen'),
    officeScreen(paths.rates, () => import('../money/rates/rate-list.tsx'), 'RatesScreen'),
  ),
  framed(
    requireBooks,
    officeScreen(paths.accountingMonth, () => import('../screens/accounting-month.tsx'), 'AccountingMonthScreen'),
    officeScreen(paths.fiscal, () => import('../screens/fiscal.tsx'), 'FiscalScreen'),
  ),
  framed(requireDuty, {
    lazy: lazily(() => import('../staff/staff-frame.tsx'), 'StaffFrame'),
    children: [
      officeScreen(paths.staff, () => import('../staff/today-list.tsx'), 'TodayList'),
      officeScreen(paths.staffPlate, () => import('../staff/plate-check.tsx'), 'PlateCheck'),
      officeScreen(paths.staffShift, () => import('../money/shifts/own-shift.tsx'), 'OwnShift'),
      officeScreen(patterns.staffStay, () => import('../staff/stay-page.tsx'), 'StayPage'),
      officeScreen(paths.staffSell, () => import('../staff/sell-page.tsx'), 'SellPage'),
      officeScreen(paths.staffRates, () => import('../staff/staff-rates.tsx'), 'StaffRates'),
      officeScreen(paths.staffTeam, () => import('../staff/team-list.tsx'), 'TeamList'),
    ],
  }),
];
