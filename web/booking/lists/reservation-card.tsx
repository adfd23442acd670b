import { Navigation, Pencil } from 'lucide-react';
import { useId } from 'react';
import { m } from '#messages';
import { formatMoney } from '../../../domain/money/money.ts';
import { formatAddress, formatOwner, formatSpaceName } from '../../../domain/reservations/reservation.ts';
import { formatStoredVehicle } from '../../../domain/reservations/vehicle.ts';
import { showsSamples } from '../../data/connection.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EndParkingButton } from '../ending/end-dialog.tsx';
import { formatHours, formatStart } from '../parking-time.ts';
import { ReservationRating } from '../rating/reservation-rating.tsx';
import { TicketButton } from '../ticket/ticket-dialog.tsx';
import { CalendarButton } from './calendar-button.tsx';
import {
  BookAgainLink,
  type ListCardProps,
  MessageLink,
  OverdueBadge,
  ReceiptLink,
  ReservationPicture,
  StatusBadge,
} from './card-parts.tsx';

export function ReservationCard({ reservation, onDirections, onCancel, onChange, onEnded, onRate }: ListCardProps) {
  const titleId = useId();
  const { zoneName, price, durationHours, startTime, status, spaceHint } = reservation;
  const vehicle = formatStoredVehicle(reservation.vehicle);
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <h2 id={titleId} className="flex min-w-0 flex-wrap items-baseline gap-x-2 font-bold">
          <span className="text-lg">{formatSpaceName(reservation)}</span>
          {zoneName ? <span className="text-muted">{zoneName}</span> : null}
        </h2>
        <span className="ml-auto text-lg font-extrabold tabular-nums">{formatMoney(price)}</span>
      </div>
      <dl className="flex flex-col gap-y-1.5">
        <Row label={m.reservation_date()} value={formatStart(startTime)} />
        <Row label={m.reservation_hours()} value={formatHours(durationHours)} />
        {vehicle === null ? null : <Row label={m.reservation_vehicle()} value={vehicle} />}
        <Row label={m.reservation_card_address()} value={formatAddress(reservation)} />
        {spaceHint ? <Row label={m.space_field_hint()} value={spaceHint} /> : null}
        {showsSamples() ? <Row label={m.reservation_card_owner()} value={formatOwner(reservation)} /> : null}
      </dl>
      {onCancel ? <ReservationPicture reservation={reservation} /> : null}
      {onCancel ? (
        <div className="flex flex-wrap gap-2">
          <Button variant="danger" className="grow" aria-describedby={titleId} onClick={onCancel}>
            {m.reservation_card_cancel()}
          </Button>
          {onChange ? (
            <Button variant="secondary" className="grow px-2!" aria-describedby={titleId} onClick={onChange}>
              <Pencil aria-hidden="true" className="size-4.5" />
              {m.reservation_card_change()}
            </Button>
          ) : null}
          <TicketButton className="grow" aria-describedby={titleId} reservation={reservation} />
          <Button variant="secondary" className="grow px-2!" aria-describedby={titleId} onClick={onDirections}>
            <Navigation aria-hidden="true" className="size-4.5" />
            {m.reservation_card_directions()}
          </Button>
          <CalendarButton reservation={reservation} aria-describedby={titleId} />
        </div>
      ) : (
        <p>{onEnded ? <OverdueBadge reservation={reservation} /> : <StatusBadge status={status} />}</p>
      )}
      {onRate ? (
        <div className="flex flex-wrap gap-2 empty:hidden">
          <ReservationRating reservation={reservation} onRate={onRate} aria-describedby={titleId} />
          <ReceiptLink reservation={reservation} aria-describedby={titleId} />
          <BookAgainLink reservation={reservation} aria-describedby={titleId} />
        </div>
      ) : null}
      {onEnded ? <EndParkingButton aria-describedby={titleId} reservation={reservation} onEnded={onEnded} /> : null}
      <MessageLink reservation={reservation} />
    </Card>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 flex-[1_1_9rem] text-right font-medium text-balance tabular-nums">{value}</dd>
    </div>
  );
}
