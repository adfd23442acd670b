import { clsx } from 'clsx';
import { millisecondsInMinute } from 'date-fns/constants';
import { Check } from 'lucide-react';
import { m } from '#messages';
import { formatTableClock } from '../../../domain/language/format.ts';
import { formatMinutes } from '../../../domain/reservations/times.ts';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { formatSpaceName, formatTimeRange, formatUserName } from '../reservations/admin-reservation.ts';
import { getDueTime, mayArriveAt, type TodaysReservation } from './today.ts';

export type ReservationCardProps = {
  reservation: TodaysReservation;
  now: number;
  isSaving: boolean;
  onToggleArrival: (reservation: TodaysReservation) => void;
  onComplete: (reservation: TodaysReservation) => void;
};

export function ReservationCard({ reservation, now, isSaving, onToggleArrival, onComplete }: ReservationCardProps) {
  const { movement, vehiclePlate: plate, vehicleName, arrivedAt } = reservation;
  const space = formatSpaceName(reservation);
  const name = { plate: plate ?? formatUserName(reservation), space };
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        {plate === null ? (
          <p className="text-muted">{m.today_no_plate()}</p>
        ) : (
          <p className="text-3xl font-extrabold tracking-wide wrap-anywhere">{plate}</p>
        )}
        <p className="text-2xl font-bold wrap-anywhere">{space}</p>
      </div>
      <p className="wrap-anywhere">
        {vehicleName === null
          ? formatUserName(reservation)
          : m.today_driver_and_vehicle({ driver: formatUserName(reservation), vehicle: vehicleName })}
      </p>
      <p className="flex flex-wrap items-center justify-between gap-2 text-lg font-semibold tabular-nums">
        {formatTimeRange(reservation)}
        {movement === 'arrival' && arrivedAt !== null ? null : <DueNote reservation={reservation} now={now} />}
      </p>
      {arrivedAt === null ? null : (
        <p className="flex min-h-11 flex-wrap items-center justify-between gap-2 text-positive">
          <span className="flex items-center gap-2 font-bold">
            <Check aria-hidden="true" className="size-5 shrink-0" />
            {m.today_arrived_at({ time: formatTableClock(arrivedAt) })}
          </span>
          {movement === 'arrival' ? (
            <Button
              variant="quiet"
              size="small"
              disabled={isSaving}
              aria-label={m.today_undo_arrival(name)}
              onClick={() => onToggleArrival(reservation)}
            >
              {m.action_undo()}
            </Button>
          ) : null}
        </p>
      )}
      {movement === 'arrival' && arrivedAt === null && mayArriveAt(now, reservation) ? (
        <Button
          disabled={isSaving}
          aria-label={m.today_mark_arrival_of(name)}
          onClick={() => onToggleArrival(reservation)}
        >
          {isSaving ? m.action_saving() : m.today_mark_arrival()}
        </Button>
      ) : null}
      {movement === 'arrival' ? null : (
        <Button variant="secondary" aria-label={m.today_complete_of(name)} onClick={() => onComplete(reservation)}>
          {m.ending_dialog_complete()}
        </Button>
      )}
    </Card>
  );
}

/** How long until the driver is expected, or how late they are. */
function DueNote({ reservation, now }: { reservation: TodaysReservation; now: number }) {
  const msLeft = getDueTime(reservation).getTime() - now;
  const isLate = msLeft <= -millisecondsInMinute;
  return (
    <span
      className={clsx(
        'rounded-full px-2.5 py-0.5 text-sm font-bold',
        isLate ? 'bg-danger-wash text-danger' : 'bg-canvas text-ink',
      )}
    >
      {describe(reservation, msLeft)}
    </span>
  );
}

function describe({ movement }: TodaysReservation, msLeft: number): string {
  const time = formatMinutes(Math.abs(msLeft) / millisecondsInMinute);
  if (Math.abs(msLeft) < millisecondsInMinute) return m.today_due_now();
  if (msLeft > 0) return m.today_due_in({ time });
  return movement === 'arrival' ? m.today_late({ time }) : m.today_over({ time });
}
