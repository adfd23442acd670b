import { m } from '#messages';
import { formatPlace } from '../../../domain/reservations/reservation.ts';
import { Card } from '../../ui/card.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { formatStartAndEnd } from '../parking-time.ts';
import { ReservationPicture } from '../reservation-picture.tsx';
import { listSavedTickets } from './saved-tickets.ts';
import { TicketButton } from './ticket-button.tsx';

/** The reservations whose tickets this device keeps, for while the list of all cannot be loaded. */
export function SavedTicketCards() {
  const tickets = listSavedTickets(useNow());
  if (tickets.length === 0) return null;
  return (
    <section aria-label={m.ticket_saved_title()} className="flex flex-col gap-3">
      <p className="text-muted">{m.ticket_saved_title()}</p>
      {tickets.map(({ reservation }) => (
        <Card key={reservation.id} className="flex flex-col gap-3">
          <h2 className="text-lg font-bold wrap-anywhere">{formatPlace(reservation)}</h2>
          <p className="text-muted tabular-nums">{formatStartAndEnd(reservation)}</p>
          {reservation.spaceHint ? <p className="text-muted wrap-anywhere">{reservation.spaceHint}</p> : null}
          <ReservationPicture reservation={reservation} />
          <TicketButton reservation={reservation} />
        </Card>
      ))}
    </section>
  );
}
