import { useEffect } from 'react';
import { toast } from 'sonner';
import * as z from 'zod';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { isLowOnTime } from '../../../domain/reservations/stay.ts';
import { createStoredValue } from '../../platform/stored-value.ts';
import { useNow } from '../../platform/use-now.ts';

const warned = createStoredValue('parqueo.low-time-warned', z.string());

/** Also shows a warning toast, once for each stay. */
export function useLowTime(reservation: Reservation): boolean {
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
