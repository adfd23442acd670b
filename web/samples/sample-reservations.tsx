import { Navigation, Pencil } from 'lucide-react';
import { useId } from 'react';
import { m } from '#messages';
import { countHours } from '../../domain/days/period.ts';
import { formatMoney } from '../../domain/money/money.ts';
import {
  formatAddress,
  formatOwner,
  formatStoredVehicle,
  isLocalReservation,
} from '../../domain/reservations/reservation.ts';
import { TicketButton } from '../booking/current/ticket-dialog.tsx';
import { EndParkingButton } from '../booking/ending/end-dialog.tsx';
import { CalendarButton } from '../booking/lists/calendar-button.tsx';
import {
  EndBadge,
  type ReservationCardProps,
  ReservationTitle,
  useReservationNavigation,
} from '../booking/lists/reservation-card.tsx';
import { formatHours } from '../booking/parking-time.ts';
import { ReservationPicture } from '../booking/reservation-parts.tsx';
import { Button } from '../ui/form/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { formatDayAndTime } from '../ui/platform/format-time.ts';

/** A reservation of a driver as rows of facts. */
export function FactsCard({ reservation, onCancel, onEnded }: ReservationCardProps) {
  const { toDirections, toChange } = useReservationNavigation();
  const titleId = useId();
  const { price, startsAt, spaceHint } = reservation;
  const vehicle = formatStoredVehicle(reservation.vehicle);
  const link = { reservation, 'aria-describedby': titleId };
  const button = { variant: 'secondary', className: 'flex-[1_1_8rem] px-3!', 'aria-describedby': titleId } as const;
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <ReservationTitle id={titleId} reservation={reservation} />
        <span className="ml-auto text-lg font-extrabold tabular-nums">{formatMoney(price)}</span>
      </div>
      <dl className="flex flex-col gap-y-1.5">
        <Row label={m.reservation_date()} value={formatDayAndTime(startsAt)} />
        <Row label={m.reservation_hours()} value={formatHours(countHours(reservation))} />
        {vehicle === null ? null : <Row label={m.reservation_vehicle()} value={vehicle} />}
        <Row label={m.reservation_card_address()} value={formatAddress(reservation)} />
        {spaceHint ? <Row label={m.space_field_hint()} value={spaceHint} /> : null}
        <Row label={m.reservation_card_owner()} value={formatOwner(reservation)} />
      </dl>
      {onCancel ? (
        <ReservationPicture reservation={reservation} />
      ) : (
        <p>
          <EndBadge reservation={reservation} isToBeEnded={onEnded !== undefined} />
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden [&_a]:uppercase [&_button]:uppercase">
        {onCancel ? (
          <Button variant="danger" className="grow" aria-describedby={titleId} onClick={onCancel}>
            {m.reservation_card_cancel()}
          </Button>
        ) : null}
        {onCancel || onEnded ? (
          <Button {...button} onClick={() => toDirections(reservation)}>
            <Navigation aria-hidden="true" className="size-4.5" />
            {m.reservation_card_directions()}
          </Button>
        ) : null}
        {onCancel ? <TicketButton className="flex-[1_1_7rem] px-3!" {...link} /> : null}
        {onEnded ? <EndParkingButton className="flex-1 whitespace-nowrap" {...link} onEnded={onEnded} /> : null}
        {onCancel && !isLocalReservation(reservation) ? (
          <Button {...button} onClick={() => toChange(reservation)}>
            <Pencil aria-hidden="true" className="size-4.5" />
            {m.reservation_card_change()}
          </Button>
        ) : null}
        {onCancel ? <CalendarButton isCompact={false} {...link} /> : null}
      </div>
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
