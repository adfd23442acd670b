import { clsx } from 'clsx';
import { CircleParking, Navigation, Pencil, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { m } from '#messages';
import { formatMoney } from '../../../domain/money/money.ts';
import { formatSpaceName } from '../../../domain/reservations/reservation.ts';
import { formatStoredVehicle } from '../../../domain/reservations/vehicle.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EndParkingButton } from '../ending/end-dialog.tsx';
import { formatHoursShort, formatStart } from '../parking-time.ts';
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

export function ActivityCard({ reservation, onDirections, onCancel, onChange, onEnded, onRate }: ListCardProps) {
  const titleId = useId();
  const { image, zoneName, startTime, price, durationHours, status } = reservation;
  const vehicle = formatStoredVehicle(reservation.vehicle);
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        <ReservationPicture
          isThumbnail
          reservation={reservation}
          fallback={<ReservationImage src={image} className="size-22 shrink-0" />}
        />
        <div className="flex min-w-0 flex-[1_1_9rem] flex-col gap-1">
          <h2 id={titleId} className="flex flex-wrap items-baseline gap-x-2 font-bold">
            <span className="text-lg">{formatSpaceName(reservation)}</span>
            {zoneName ? <span className="text-muted">{zoneName}</span> : null}
          </h2>
          <p className="text-balance text-muted tabular-nums">{formatStart(startTime)}</p>
          {reservation.spaceHint ? <p className="text-muted wrap-anywhere">{reservation.spaceHint}</p> : null}
          {vehicle === null ? null : <p className="text-muted wrap-anywhere">{vehicle}</p>}
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
            <span className="font-bold">{formatMoney(price)}</span>
            <span className="text-muted">{formatHoursShort(durationHours)}</span>
            {onEnded ? <OverdueBadge reservation={reservation} /> : null}
            {onCancel || onEnded ? null : <StatusBadge status={status} />}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {onRate ? <ReservationRating reservation={reservation} onRate={onRate} aria-describedby={titleId} /> : null}
        <ReceiptLink reservation={reservation} aria-describedby={titleId} />
        {onRate ? <BookAgainLink reservation={reservation} aria-describedby={titleId} /> : null}
        <Button
          variant="secondary"
          className="flex-[1_1_9rem] whitespace-nowrap px-3!"
          aria-describedby={titleId}
          onClick={onDirections}
        >
          <Navigation aria-hidden="true" className="size-4.5" />
          {m.directions_title()}
        </Button>
        {onCancel ? (
          <TicketButton className="flex-[1_1_7rem] px-3!" aria-describedby={titleId} reservation={reservation} />
        ) : null}
        {onEnded ? (
          <EndParkingButton
            className="flex-1 whitespace-nowrap"
            aria-describedby={titleId}
            reservation={reservation}
            onEnded={onEnded}
          />
        ) : null}
        {onChange ? (
          <Button variant="secondary" className="flex-[1_1_8rem] px-3!" aria-describedby={titleId} onClick={onChange}>
            <Pencil aria-hidden="true" className="size-4.5" />
            {m.reservation_change()}
          </Button>
        ) : null}
        {onCancel ? <CalendarButton isCompact reservation={reservation} aria-describedby={titleId} /> : null}
        {onCancel ? (
          <IconButton
            icon={Trash2}
            label={m.reservation_cancel()}
            aria-describedby={titleId}
            onClick={onCancel}
            className="size-12! rounded-control! border border-field-line text-danger!"
          />
        ) : null}
      </div>
      <MessageLink reservation={reservation} />
    </Card>
  );
}

/** An icon replaces a picture that is missing or fails to load. */
function ReservationImage({ src, className }: { src: string | undefined; className?: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (src === undefined || src === failed) {
    return (
      <span
        role="img"
        aria-label={m.reservation_no_picture()}
        className={clsx('flex items-center justify-center rounded-control bg-brand-wash text-brand-ink', className)}
      >
        <CircleParking aria-hidden="true" className="size-8" />
      </span>
    );
  }
  return (
    <img
      src={src}
      alt=""
      onError={() => setFailed(src)}
      className={clsx('rounded-control bg-canvas object-cover', className)}
    />
  );
}
