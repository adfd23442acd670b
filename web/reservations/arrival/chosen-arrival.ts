import * as z from 'zod';
import { MIN_DURATION_HOURS } from '../../../domain/reservations/reservation.ts';
import { getRemainingMs, type Stay } from '../../../domain/reservations/stay.ts';
import { createStoredValue, type StoredValue } from '../../platform/stored-value.ts';

const arrivalSchema = z.object({
  startTime: z.iso.datetime({ offset: true }),
  durationHours: z.number().min(MIN_DURATION_HOURS),
});

/** Where this device keeps when somebody wants to park. Nobody's in particular: it is often chosen before logging in. */
export const chosenArrival: StoredValue<Stay> = createStoredValue('parqueo.arrival', arrivalSchema);

/** The chosen arrival while its stay is not over; one that is over is forgotten. */
export function readChosenArrival(now: Date): Stay | null {
  const arrival = chosenArrival.read();
  if (arrival === null || getRemainingMs(arrival, now) > 0) return arrival;
  chosenArrival.remove();
  return null;
}
