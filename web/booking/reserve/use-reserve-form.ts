import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { PaymentMethod } from '../../../domain/reservations/payment.ts';
import { toReservationValues, toStartValues } from '../arrival/reservation-values.ts';
import { chosenArrival, readChosenArrival } from '../arrival/use-chosen-arrival.ts';
import {
  type CompleteReserveValues,
  createReserveValues,
  type ReserveValues,
  reserveSchema,
} from './reserve-values.ts';

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
