import { CalendarClock, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { toast } from 'sonner';
import * as z from 'zod';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { isLowOnTime } from '../../../domain/reservations/stay.ts';
import { createStoredValue } from '../../platform/stored-value.ts';
import { useNow } from '../../platform/use-now.ts';
import { formatMoment } from '../parking-time.ts';

const warned = createStoredValue('parqueo.low-time-warned', z.string());

/** Says that the time runs out, or that it has not begun. */
export function ParkingNotice({ reservation }: { reservation: Reservation }) {
  const isLow = useLowTime(reservation);
  const now = useNow();
  const start = new Date(reservation.startTime);
  if (isLow) {
    return (
      <p
        role="alert"
        className="flex items-center gap-3 rounded-card bg-danger-wash p-4 text-lg font-bold text-danger ring-1 ring-danger"
      >
        <TriangleAlert aria-hidden="true" className="size-6 shrink-0" />
        Time is running out!
      </p>
    );
  }
  if (now >= start) return null;
  return (
    <p role="status" className="flex items-center gap-3 rounded-card bg-brand-wash p-4 font-semibold text-brand-ink">
      <CalendarClock aria-hidden="true" className="size-6 shrink-0" />
      {`Your time has not begun. It starts at ${formatMoment(start, now)}.`}
    </p>
  );
}

/** Also shows a warning toast, once for each stay. */
function useLowTime(reservation: Reservation): boolean {
  const isLow = isLowOnTime(reservation, useNow());
  useEffect(() => {
    if (!isLow || warned.read() === reservation.id) return;
    warned.write(reservation.id);
    toast.error('Time Running Out!', {
      description: 'You have 15 minutes or less remaining in your parking spot.',
    });
  }, [isLow, reservation.id]);
  return isLow;
}
