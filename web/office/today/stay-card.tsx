import { clsx } from 'clsx';
import { millisecondsInMinute } from 'date-fns/constants';
import { Check } from 'lucide-react';
import { m } from '#messages';
import { formatTableClock } from '../../../domain/language/format.ts';
import { formatMinutes } from '../../../domain/reservations/minutes.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatSpaceName, formatTimeRange, formatUserName } from '../reservations/format-reservation.ts';
import { getDueTime, mayArriveAt, type TodaysStay } from './data.ts';

type StayCardProps = {
  stay: TodaysStay;
  now: number;
  isSaving: boolean;
  onToggleArrival: (stay: TodaysStay) => void;
  onComplete: (stay: TodaysStay) => void;
};

export function StayCard({ stay, now, isSaving, onToggleArrival, onComplete }: StayCardProps) {
  const { movement, plate, vehicleName, arrivedAt } = stay;
  const space = formatSpaceName(stay);
  const name = { plate: plate ?? formatUserName(stay), space };
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="text-3xl font-extrabold tracking-wide wrap-anywhere">{plate ?? m.today_no_plate()}</p>
        <p className="text-2xl font-bold wrap-anywhere">{space}</p>
      </div>
      <p className="wrap-anywhere">
        {vehicleName === null
          ? formatUserName(stay)
          : m.today_driver_and_vehicle({ driver: formatUserName(stay), vehicle: vehicleName })}
      </p>
      <p className="flex flex-wrap items-center justify-between gap-2 text-lg font-semibold tabular-nums">
        {formatTimeRange(stay)}
        {movement === 'arrival' && arrivedAt !== null ? null : <DueNote stay={stay} now={now} />}
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
              onClick={() => onToggleArrival(stay)}
            >
              {m.action_undo()}
            </Button>
          ) : null}
        </p>
      )}
      {movement === 'arrival' && arrivedAt === null && mayArriveAt(now, stay) ? (
        <Button disabled={isSaving} aria-label={m.today_mark_arrival_of(name)} onClick={() => onToggleArrival(stay)}>
          {isSaving ? m.action_saving() : m.today_mark_arrival()}
        </Button>
      ) : null}
      {movement === 'departure' ? (
        <Button variant="secondary" aria-label={m.today_complete_of(name)} onClick={() => onComplete(stay)}>
          {m.ending_dialog_complete()}
        </Button>
      ) : null}
    </Card>
  );
}

/** How long until the driver is expected, or how late they are. */
function DueNote({ stay, now }: { stay: TodaysStay; now: number }) {
  const msLeft = getDueTime(stay) - now;
  const isLate = msLeft <= -millisecondsInMinute;
  return (
    <span
      className={clsx(
        'rounded-full px-2.5 py-0.5 text-sm font-bold',
        isLate ? 'bg-danger-wash text-danger' : 'bg-canvas text-ink',
      )}
    >
      {describe(stay, msLeft)}
    </span>
  );
}

function describe({ movement }: TodaysStay, msLeft: number): string {
  const time = formatMinutes(Math.abs(msLeft) / millisecondsInMinute);
  if (Math.abs(msLeft) < millisecondsInMinute) return m.today_due_now();
  if (msLeft > 0) return m.today_due_in({ time });
  return movement === 'arrival' ? m.today_late({ time }) : m.today_over({ time });
}
