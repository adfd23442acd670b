import { zodResolver } from '@hookform/resolvers/zod';
import { millisecondsInHour } from 'date-fns/constants';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { momentSchema, type Period } from '../../../domain/days/period.ts';
import { describeProblem } from '../../../domain/problems.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../../domain/reservations/payment.ts';
import { findReservationProblem, type ReservationLimits } from '../../../domain/reservations/times.ts';
import { refilledState } from '../../navigation-state.ts';
import { createStoredValue } from '../../ui/platform/stored-value.ts';
import {
  checkReservationLimits,
  createReservationValues,
  parsePeriod,
  type ReservationValues,
  reservationFieldsSchema,
  toReservationValues,
  toStartValues,
} from '../arrival/reservation-values.ts';
import { chosenArrival, readChosenArrival } from '../arrival/use-chosen-arrival.ts';

export const reserveSchema = reservationFieldsSchema
  .extend({ vehicleId: z.string().min(1, describeProblem('vehicle-required')), paymentMethod: z.enum(PAYMENT_METHODS) })
  .superRefine(checkReservationLimits);

export type ReserveValues = z.input<typeof reserveSchema>;
export type CompleteReserveValues = z.output<typeof reserveSchema>;

export function createReserveValues(now: Date, vehicleId: string): ReserveValues {
  return { ...createReservationValues(now), vehicleId, paymentMethod: 'wallet' };
}

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

/** Null after an hour. */
export function readKeptReservation(userId: string, now: Date): KeptReservation | null {
  const kept = storage(userId).read();
  return kept !== null && now.getTime() - kept.at.getTime() < millisecondsInHour ? kept : null;
}

type InitialValues = {
  paymentMethod: PaymentMethod;
  /** Empty without a vehicle. */
  vehicleId: string;
  /** What was filled in before, which comes first. */
  filledIn: ReserveValues | undefined;
};

/** The reserve form: it starts with what was filled in before, else with the chosen arrival or now. */
export function useReserveForm({ paymentMethod, vehicleId, filledIn }: InitialValues) {
  const [arrival, setArrival] = useState(() => (filledIn ? null : readChosenArrival(new Date())));
  const form = useForm<ReserveValues, unknown, CompleteReserveValues>({
    resolver: zodResolver(reserveSchema),
    defaultValues: {
      ...createReserveValues(new Date(), vehicleId),
      ...(arrival ? toReservationValues(arrival) : {}),
      paymentMethod,
      ...filledIn,
    },
  });
  return {
    form,
    /** The chosen arrival that the form started with; null without one. */
    arrival,
    /** Moves the reservation, as long as it is, to this minute, and forgets the chosen arrival. */
    startNow: () => {
      chosenArrival.remove();
      setArrival(null);
      form.reset({ ...form.getValues(), ...toStartValues(new Date()) });
    },
  };
}
