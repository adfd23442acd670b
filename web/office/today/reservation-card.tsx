import { clsx } from 'clsx';
import { millisecondsInMinute } from 'date-fns/constants';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { formatTableClock } from '../../../domain/language/format.ts';
import { formatMinutes, formatTimeRange } from '../../../domain/reservations/times.ts';
import { type AdminReservation, formatSpaceName, formatUserName } from '../../booking/desk/admin-reservation.ts';
import { ArrivalButton } from '../../booking/desk/arrival-button.tsx';
import { formatMoment } from '../../booking/parking-time.ts';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { clickOpens } from '../../ui/platform/click-opens.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { getDueTime, type TodaysReservation } from './today.ts';

type PlateCardProps = {
  reservation: AdminReservation;
  /** What stands beside the times. */
  note: ReactNode;
  onOpen: (id: string) => void;
  children?: ReactNode;
};

/** A reservation by its plate, large enough to be compared with a car. A tap opens its dialog. */
export function PlateCard({ reservation, note, onOpen, children }: PlateCardProps) {
  const { id, vehiclePlate: plate, vehicleName, isOpen } = reservation;
  const space = formatSpaceName(reservation);
  const driver = formatUserName(reservation);
  return (
    <Card className="flex cursor-pointer flex-col gap-2" {...clickOpens(() => onOpen(id))}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <button
          type="button"
          aria-label={m.today_open({ plate: plate ?? driver, space })}
          onClick={() => onOpen(id)}
          className={clsx(
            'min-h-11 text-left wrap-anywhere',
            plate === null ? 'text-muted' : 'text-3xl font-extrabold tracking-wide',
          )}
        >
          {plate ?? m.today_no_plate()}
        </button>
        <p className="text-2xl font-bold wrap-anywhere">{space}</p>
      </div>
      <p className="wrap-anywhere">
        {vehicleName === null ? driver : m.today_driver_and_vehicle({ driver, vehicle: vehicleName })}
      </p>
      <p className="flex flex-wrap items-center justify-between gap-2 text-lg font-semibold tabular-nums">
        {isOpen ? m.stay_since({ time: formatMoment(reservation.startsAt, getNow()) }) : formatTimeRange(reservation)}
        {note}
      </p>
      {children}
    </Card>
  );
}

export type ReservationCardProps = {
  reservation: TodaysReservation;
  now: number;
  onComplete: (reservation: TodaysReservation) => void;
  onOpen: (id: string) => void;
};

export function ReservationCard(props: ReservationCardProps) {
  const { reservation, now, onComplete, onOpen } = props;
  const { movement, vehiclePlate: plate, arrivedAt } = reservation;
  const names = { plate: plate ?? formatUserName(reservation), space: formatSpaceName(reservation) };
  const arrival = { reservation, now: new Date(now), names };
  return (
    <PlateCard
      reservation={reservation}
      note={
        reservation.isOpen || (movement === 'arrival' && arrivedAt) ? null : (
          <DueNote reservation={reservation} now={now} />
        )
      }
      onOpen={onOpen}
    >
      {arrivedAt === null ? null : (
        <p className="flex min-h-11 flex-wrap items-center justify-between gap-2 text-positive">
          <span className="flex items-center gap-2 font-bold">
            <Check aria-hidden="true" className="size-5 shrink-0" />
            {m.today_arrived_at({ time: formatTableClock(arrivedAt) })}
          </span>
          {movement === 'arrival' ? <ArrivalButton {...arrival} variant="quiet" size="small" /> : null}
        </p>
      )}
      {movement === 'arrival' && arrivedAt === null ? <ArrivalButton {...arrival} /> : null}
      {reservation.isOpen || movement === 'arrival' ? null : (
        <Button variant="secondary" aria-label={m.today_complete_of(names)} onClick={() => onComplete(reservation)}>
          {m.ending_dialog_complete()}
        </Button>
      )}
    </PlateCard>
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
