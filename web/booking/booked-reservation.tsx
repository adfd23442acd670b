import { CalendarCheck } from 'lucide-react';
import { m } from '#messages';
import { formatMoney } from '../../domain/money/money.ts';
import { formatSpaceName, isClosed, type Reservation } from '../../domain/reservations/reservation.ts';
import { Card } from '../ui/layout/card.tsx';
import { StatusBadge } from './lists/card-parts.tsx';
import { formatStartAndEnd, noteOfCountryTime } from './parking-time.ts';

/** What was booked: the space and its zone, when, what it costs, and how it came to its end. */
export function BookedReservation({ reservation }: { reservation: Reservation }) {
  const { zoneName, price, status } = reservation;
  const inCountry = noteOfCountryTime();
  return (
    <Card role="region" aria-label={m.booked_reservation_title()} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-lg font-bold wrap-anywhere">
          {formatSpaceName(reservation)}
          {zoneName ? <span className="text-base text-muted">{zoneName}</span> : null}
        </h2>
        <p className="flex items-baseline gap-2">
          <span className="text-muted">{m.reservation_total()}</span>
          <span className="text-lg font-extrabold tabular-nums">{formatMoney(price)}</span>
        </p>
      </div>
      <p className="flex gap-2">
        <CalendarCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand-ink" />
        <span className="min-w-0 text-balance tabular-nums">
          <span className="font-medium">{formatStartAndEnd(reservation)}</span>
          {inCountry ? <span className="block text-sm text-muted">{inCountry}</span> : null}
        </span>
      </p>
      {status && isClosed(reservation) ? (
        <p>
          <StatusBadge status={status} />
        </p>
      ) : null}
    </Card>
  );
}
