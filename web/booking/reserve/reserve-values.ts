import { zodResolver } from '@hookform/resolvers/zod';
import { millisecondsInHour } from 'date-fns/constants';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { momentSchema, type Period } from '../../../domain/days/period.ts';
import { describeProblem } from '../../../domain/problems.ts';
import { PAYMENT_METHODS, type Reservation } from '../../../domain/reservations/reservation.ts';
import { findReservationProblem, type ReservationLimits } from '../../../domain/reservations/times.ts';
import { refilledState } from '../../navigation-state.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { createStoredValue } from '../../ui/platform/stored-value.ts';
import { chosenArrival, readChosenArrival } from '../arrival/chosen-arrival.tsx';
import {
  checkReservationLimits,
  createReservationValues,
  parsePeriod,
  type ReservationValues,
  reservationFieldsSchema,
  toReservationValues,
  toStartValues,
} from '../arrival/reservation-values.ts';

export const reserveSchema = reservationFieldsSchema
  .extend({ vehicleId: z.string().min(1, describeProblem('vehicle-required')), paymentMethod: z.enum(PAYMENT_METHODS) })
  .superRefine(checkReservationLimits);

export type ReserveValues = z.input<typeof reserveSchema>;
export type CompleteReserveValues = z.output<typeof reserveSchema>;

export const createReserveValues = (
  now: Date,
  chosen: Pick<ReserveValues, 'vehicleId' | 'paymentMethod'>,
): ReserveValues => ({ ...createReservationValues(now), ...chosen });

/** The form of a reservation that was filled in before. */
export const toReserveValues = ({ vehicle, paymentMethod, ...period }: Reservation): ReserveValues => ({
  ...toReservationValues(period),
  vehicleId: vehicle.id,
  paymentMethod,
});

/** The time in a form; null when it could not be booked at `now`. */
export function findBookablePeriod(values: ReservationValues, now: Date, limits?: ReservationLimits): Period | null {
  const period = parsePeriod(values);
  return period !== null && findReservationProblem(period, now, limits) === null ? period : null;
}

const keptSchema = z.object({
  spaceId: z.string().min(1),
  values: refilledState.shape.values,
  at: momentSchema,
});

/** A filled-in form that waits while its driver tops up the wallet. */
type KeptReservation = { spaceId: string; values: ReserveValues };

const storage = (userId: string) => createStoredValue(`parqueo.kept-reservation.${userId}`, keptSchema);

export function keepReservation(userId: string, reservation: KeptReservation, now: Date): void {
  storage(userId).write({ ...reservation, at: now });
}

/** The form that waits; null after an hour. */
export function readKeptReservation(userId: string, now: Date): KeptReservation | null {
  const kept = storage(userId).read();
  return kept !== null && now.getTime() - kept.at.getTime() < millisecondsInHour ? kept : null;
}

/** The reserve form. Unless it was filled in before it starts with the chosen arrival, if there is one. */
export function useReserveForm(initial: ReserveValues, isFilledIn: boolean) {
  const [arrival, setArrival] = useState(() => (isFilledIn ? null : readChosenArrival(getNow())));
  const form = useForm<ReserveValues, unknown, CompleteReserveValues>({
    resolver: zodResolver(reserveSchema),
    defaultValues: { ...initial, ...(arrival ? toReservationValues(arrival) : {}) },
  });
  return {
    form,
    /** The chosen arrival that the form started with; null without one. */
    arrival,
    /** Moves the reservation, as long as it is, to this minute, and forgets the chosen arrival. */
    startNow: () => {
      chosenArrival.remove();
      setArrival(null);
      form.reset({ ...form.getValues(), ...toStartValues(getNow()) });
    },
  };
}
