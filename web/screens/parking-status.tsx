import { Navigation } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { Reservation } from '../../domain/reservations/reservation.ts';
import { reservationState, useNavigationState } from '../navigation-state.ts';
import { paths } from '../paths.ts';
import { Countdown } from '../reservations/current/countdown.tsx';
import { EndDialog } from '../reservations/current/end-dialog.tsx';
import { ParkingDetails } from '../reservations/current/parking-details.tsx';
import { ParkingNotice } from '../reservations/current/parking-notice.tsx';
import { useParkingSession } from '../reservations/current/use-parking-session.ts';
import { useUser } from '../session/session-provider.tsx';
import { ActionBar } from '../ui/action-bar.tsx';
import { Button } from '../ui/button.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';

/** The countdown of the current stay, and the button that ends it. */
export function ParkingStatusScreen() {
  const handedOver = useNavigationState(reservationState)?.reservation ?? null;
  const { reservation, forget } = useParkingSession(useUser()?.id ?? null, handedOver);
  if (reservation === null) return <Navigate to={paths.map} replace />;
  return <Session reservation={reservation} onForget={forget} />;
}

function Session({ reservation, onForget }: { reservation: Reservation; onForget: () => void }) {
  const navigate = useNavigate();
  const [isEnding, setIsEnding] = useState(false);
  const leave = () => {
    onForget();
    // Going back must not show a session that is over.
    navigate(paths.parkingRating, { replace: true, state: { parkingSpotName: reservation.parkingSpotName } });
  };
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4">
      <ScreenHeader title="Parking status" />
      <div className="flex flex-col gap-4 pb-6">
        <ParkingNotice reservation={reservation} />
        <Countdown reservation={reservation} />
        <ParkingDetails reservation={reservation} />
      </div>
      <ActionBar>
        <Button variant="secondary" onClick={() => navigate(paths.directions, { state: { reservation } })}>
          <Navigation aria-hidden="true" className="size-5" />
          Navigate to Parking
        </Button>
        <Button onClick={() => setIsEnding(true)}>End Parking</Button>
      </ActionBar>
      <EndDialog reservation={reservation} open={isEnding} onClose={() => setIsEnding(false)} onEnded={leave} />
    </div>
  );
}
