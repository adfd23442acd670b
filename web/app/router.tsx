import { createBrowserRouter, Navigate } from 'react-router';
import { paths } from '../paths.ts';
import { RequireSession } from '../session/require-session.tsx';
import { Splash } from '../session/sign-in/splash.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { Root } from './root.tsx';
import { Shell } from './shell.tsx';
import { whenConnected } from './when-connected.ts';

/** The route table of the product; each screen is loaded when it is first opened. */
export function createRouter() {
  return createBrowserRouter(
    whenConnected([
      {
        Component: Root,
        ErrorBoundary: ErrorScreen,
        HydrateFallback: Splash,
        children: [
          { path: paths.root, element: <Navigate to={paths.intro} replace /> },
          {
            Component: RequireSession,
            children: [
              {
                lazy: async () => ({ Component: (await import('../session/require-admin.tsx')).RequireAdmin }),
                children: [
                  {
                    path: paths.admin,
                    lazy: async () => ({ Component: (await import('../screens/admin.tsx')).AdminScreen }),
                  },
                ],
              },
            ],
          },
          {
            element: <Shell withNavigation />,
            children: [
              { path: paths.map, lazy: async () => ({ Component: (await import('../screens/map.tsx')).MapScreen }) },
              {
                Component: RequireSession,
                children: [
                  {
                    path: paths.reservations,
                    lazy: async () => ({ Component: (await import('../screens/reservations.tsx')).ReservationsScreen }),
                  },
                  {
                    path: paths.activity,
                    lazy: async () => ({ Component: (await import('../screens/activity.tsx')).ActivityScreen }),
                  },
                  {
                    path: paths.wallet,
                    lazy: async () => ({ Component: (await import('../screens/wallet.tsx')).WalletScreen }),
                  },
                  {
                    path: paths.messages,
                    lazy: async () => ({ Component: (await import('../screens/messages.tsx')).MessagesScreen }),
                  },
                  {
                    path: '/messages/:id',
                    lazy: async () => ({ Component: (await import('../screens/conversation.tsx')).ConversationScreen }),
                  },
                  {
                    path: paths.owner,
                    lazy: async () => ({ Component: (await import('../screens/owner.tsx')).OwnerScreen }),
                  },
                  {
                    path: paths.account,
                    lazy: async () => ({ Component: (await import('../screens/account.tsx')).AccountScreen }),
                  },
                  {
                    path: paths.profile,
                    lazy: async () => ({ Component: (await import('../screens/profile.tsx')).ProfileScreen }),
                  },
                  {
                    path: paths.settings,
                    lazy: async () => ({ Component: (await import('../screens/settings.tsx')).SettingsScreen }),
                  },
                ],
              },
            ],
          },
          {
            element: <Shell />,
            children: [
              {
                path: paths.intro,
                lazy: async () => ({ Component: (await import('../screens/intro.tsx')).IntroScreen }),
              },
              {
                path: paths.signUp,
                lazy: async () => ({ Component: (await import('../screens/sign-up.tsx')).SignUpScreen }),
              },
              {
                path: paths.logIn,
                lazy: async () => ({ Component: (await import('../screens/log-in.tsx')).LogInScreen }),
              },
              {
                path: paths.forgotPassword,
                lazy: async () => ({
                  Component: (await import('../screens/forgot-password.tsx')).ForgotPasswordScreen,
                }),
              },
              {
                path: paths.setPassword,
                lazy: async () => ({ Component: (await import('../screens/set-password.tsx')).SetPasswordScreen }),
              },
              {
                path: paths.zones,
                lazy: async () => ({ Component: (await import('../screens/zones.tsx')).ZonesScreen }),
              },
              {
                path: '/reserve-parking/:zoneId',
                lazy: async () => ({
                  Component: (await import('../screens/reserve-parking.tsx')).ReserveParkingScreen,
                }),
              },
              {
                path: paths.parkNow,
                lazy: async () => ({ Component: (await import('../screens/park-now.tsx')).ParkNowScreen }),
              },
              {
                path: paths.arrivalTime,
                lazy: async () => ({ Component: (await import('../screens/arrival-time.tsx')).ArrivalTimeScreen }),
              },
              {
                path: paths.directions,
                lazy: async () => ({ Component: (await import('../screens/directions.tsx')).DirectionsScreen }),
              },
              {
                path: paths.parkingStatus,
                lazy: async () => ({ Component: (await import('../screens/parking-status.tsx')).ParkingStatusScreen }),
              },
              {
                path: paths.parkingRating,
                lazy: async () => ({ Component: (await import('../screens/parking-rating.tsx')).ParkingRatingScreen }),
              },
              {
                Component: RequireSession,
                children: [
                  {
                    path: '/reserve/:spotId',
                    lazy: async () => ({ Component: (await import('../screens/reserve.tsx')).ReserveScreen }),
                  },
                ],
              },
              {
                path: '*',
                lazy: async () => ({ Component: (await import('../screens/not-found.tsx')).NotFoundScreen }),
              },
            ],
          },
        ],
      },
    ]),
  );
}
