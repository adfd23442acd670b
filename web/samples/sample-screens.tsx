import { type ComponentType, lazy } from 'react';
import { m } from '#messages';
import { paths, patterns } from '../paths.ts';

type LoadScreen = () => Promise<ComponentType>;

const loadNotFound: LoadScreen = async () => (await import('../screens/not-found.tsx')).NotFoundScreen;

const Overview = lazy(async () => ({ default: (await import('./sample-overview.tsx')).SampleOverview }));
const Settings = lazy(async () => ({ default: (await import('./sample-settings-forms.tsx')).SampleSettings }));

/** The screens of a demo that differ from those of an installation, by their addresses. Some differ in one part. */
export const SAMPLE_SCREENS: Readonly<Record<string, LoadScreen | undefined>> = {
  [paths.account]: async () => {
    const [{ AccountScreen }, { SampleTrips }] = await Promise.all([
      import('../screens/account.tsx'),
      import('./sample-trips.tsx'),
    ]);
    return () => <AccountScreen Trips={SampleTrips} />;
  },
  [paths.admin]: async () => {
    const { AdminScreen } = await import('../screens/admin.tsx');
    return () => <AdminScreen panels={{ overview: Overview, settings: Settings }} />;
  },
  [paths.parkNow]: async () => (await import('./sample-park-now.tsx')).SampleParkNowScreen,
  [patterns.reserve]: async () => {
    const [{ ReserveScreen }, { SampleReserveForm }] = await Promise.all([
      import('../screens/reserve.tsx'),
      import('./sample-reserve.tsx'),
    ]);
    return () => <ReserveScreen Form={SampleReserveForm} />;
  },
  [paths.messages]: async () => (await import('./sample-messages.tsx')).SampleInbox,
  [patterns.conversation]: async () => (await import('./sample-messages.tsx')).SampleChatScreen,
  [paths.wallet]: async () => (await import('./sample-wallet.tsx')).SampleWalletScreen,
  [paths.reservations]: async () => {
    const [{ ReservationsScreen }, { FactsCard }] = await Promise.all([
      import('../screens/reservations.tsx'),
      import('./sample-reservations.tsx'),
    ]);
    return () => <ReservationsScreen title={m.reservations_title()} Card={FactsCard} />;
  },
  [patterns.receipt]: loadNotFound,
  [paths.fiscal]: loadNotFound,
  [paths.accountingMonth]: loadNotFound,
  [paths.shifts]: loadNotFound,
};
