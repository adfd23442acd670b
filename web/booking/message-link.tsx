import { MessageCircle } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '#messages';
import { isLocalReservation } from '../../domain/reservations/local-reservation.ts';
import type { Reservation } from '../../domain/reservations/reservation.ts';
import { showsSamples } from '../data/connection.ts';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/button.tsx';

/** Opens the chat with the operator, where the next message is about this reservation. The samples have no chat. */
export function MessageLink({ reservation }: { reservation: Reservation }) {
  if (showsSamples()) return null;
  const { id, parkingSpotName: spaceName, startTime } = reservation;
  return (
    <Link
      to={paths.operatorConversation}
      state={isLocalReservation(reservation) ? null : { about: { id, spaceName, startTime } }}
      className={buttonClass('quiet', '-mx-2 -mt-1 -mb-2 self-start px-2!', 'small')}
    >
      <MessageCircle aria-hidden="true" className="size-4.5" />
      {m.message_link_reservation()}
    </Link>
  );
}
