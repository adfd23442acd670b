import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod';
import type { Period } from '../../../domain/days/period.ts';
import { describeProblem } from '../../../domain/problems.ts';
import { PAYMENT_METHODS, type Reservation } from '../../../domain/reservations/reservation.ts';
import { findReservationProblem, type ReservationLimits } from '../../../domain/reservations/times.ts';
import { useKeptForm } from '../../money/payments/waiting-form.ts';
import { getNow } from '../../ui/platform/clock.ts';
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

/** Filled in before; the vehicle may be gone since. */
export function keepVehicle(values: ReserveValues, vehicles: readonly { id: string }[]): ReserveValues {
  const isThere = vehicles.some(({ id }) => id === values.vehicleId);
  return isThere ? values : { ...values, vehicleId: vehicles[0]?.id ?? '' };
}

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

/** The reserve form. Unless it was filled in before it starts with the chosen arrival, if there is one. */
export function useReserveForm(initial: ReserveValues, isFilledIn: boolean) {
  const [arrival, setArrival] = useState(() => readChosenArrival(getNow()));
  const form = useForm<ReserveValues, unknown, CompleteReserveValues>({
    resolver: zodResolver(reserveSchema),
    defaultValues: { ...initial, ...(arrival && !isFilledIn ? toReservationValues(arrival) : {}) },
  });
  useKeptForm({ values: useWatch({ control: form.control }) });
  return {
    form,
    /** The chosen arrival; null without one. */
    arrival,
    /** Moves the reservation, as long as it is, to this minute, and forgets the chosen arrival. */
    startNow: () => {
      chosenArrival.remove();
      setArrival(null);
      form.reset({ ...form.getValues(), ...toStartValues(getNow()) });
    },
  };
}
