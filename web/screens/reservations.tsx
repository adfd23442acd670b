import { useLocation } from 'react-router';
import { m } from '#messages';
import { ReservationLists } from '../booking/lists/reservation-lists.tsx';
import { showsSamples } from '../data/connection.ts';
import { paths } from '../paths.ts';
import { ScreenHeader } from '../ui/screen-header.tsx';

/** The reservations of a driver. The demo has a title of its own for the second address. */
export function ReservationsScreen() {
  const isActivity = useLocation().pathname === paths.activity || !showsSamples();
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-1 px-4 pb-8">
      <ScreenHeader
        title={isActivity ? m.activity_title() : m.reservations_title()}
        {...(showsSamples() ? { back: { to: paths.map, label: m.action_back_to_map() } } : {})}
      />
      <ReservationLists />
    </div>
  );
}
