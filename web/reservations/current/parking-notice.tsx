import { CalendarClock, TimerOff, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { toast } from 'sonner';
import * as z from 'zod';
import { m } from '#messages';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { getMsSinceEnd, hasBegun, isLowOnTime } from '../../../domain/reservations/stay.ts';
import { createStoredValue } from '../../platform/stored-value.ts';
import { useNow } from '../../platform/use-now.ts';
import { formatEndedAgo, formatStartsAt } from '../parking-time.ts';

const TOAST_ID = 'low-time';
const warned = createStoredValue('parqueo.low-time-warned', z.string());

/** Says that the time runs out, is over or has not begun. */
export function ParkingNotice({ reservation }: { reservation: Reservation }) {
  const now = useNow();
  const msSinceEnd = getMsSinceEnd(reservation, now);
  const isLow = isLowOnTime(reservation, now) && msSinceEnd <= 0;
  useLowTimeToast(reservation.id, isLow);
  if (isLow) {
    return (
      <p
        role="alert"
        className="flex items-center gap-3 rounded-card bg-danger-wash p-4 text-lg font-bold text-danger ring-1 ring-danger"
      >
        <TriangleAlert aria-hidden="true" className="size-6 shrink-0" />
        {m.low_time_notice()}
      </p>
    );
  }
  if (msSinceEnd > 0) {
    return (
      <p className="flex items-center gap-3 rounded-card bg-danger-wash p-4 text-lg font-bold text-danger tabular-nums ring-1 ring-danger">
        <TimerOff aria-hidden="true" className="size-6 shrink-0" />
        {formatEndedAgo(msSinceEnd)}
      </p>
    );
  }
  if (hasBegun(reservation, now)) return null;
  return (
    <p role="status" className="flex items-center gap-3 rounded-card bg-brand-wash p-4 font-semibold text-brand-ink">
      <CalendarClock aria-hidden="true" className="size-6 shrink-0" />
      {formatStartsAt(new Date(reservation.startTime), now)}
    </p>
  );
}

/** Shows a warning once for each stay. It goes with the screen, as the next one may be the log-in form. */
function useLowTimeToast(reservationId: string, isLow: boolean): void {
  const warnedHere = useRef<string | null>(null);
  useEffect(() => {
    if (!isLow || (warned.read() === reservationId && warnedHere.current !== reservationId)) return;
    warnedHere.current = reservationId;
    warned.write(reservationId);
    toast.error(m.low_time_toast(), {
      id: TOAST_ID,
      description: m.low_time_toast_text(),
    });
    return () => {
      toast.dismiss(TOAST_ID);
    };
  }, [isLow, reservationId]);
}
