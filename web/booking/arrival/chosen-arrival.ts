import * as z from 'zod';
import { MIN_DURATION_HOURS } from '../../../domain/reservations/reservation.ts';
import { findStayProblem, type Stay } from '../../../domain/reservations/stay.ts';
import { createStoredValue, type StoredValue } from '../../ui/platform/stored-value.ts';

const arrivalSchema = z.object({
  startTime: z.iso.datetime({ offset: true }),
  durationHours: z.number().min(MIN_DURATION_HOURS),
});

/** Stored for the device and not for a person, as it is often chosen before logging in. */
export const chosenArrival: StoredValue<Stay> = createStoredValue('parqueo.arrival', arrivalSchema);

/** Removes an arrival that cannot be booked any more, such as one whose stay is over. */
export function readChosenArrival(now: Date): Stay | null {
  const arrival = chosenArrival.read();
  if (arrival === null) return null;
  const { startTime, durationHours: hours } = arrival;
  if (findStayProblem({ start: new Date(startTime), hours }, now) === null) return arrival;
  chosenArrival.remove();
  return null;
}
