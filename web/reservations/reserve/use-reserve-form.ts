import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { PaymentMethod } from '../../../domain/reservations/payment.ts';
import { chosenArrival, readChosenArrival } from '../arrival/chosen-arrival.ts';
import { toStartValues, toStayValues } from '../arrival/stay-values.ts';
import {
  type CompleteReserveValues,
  createReserveValues,
  type ReserveValues,
  reserveSchema,
} from './reserve-values.ts';

/** The reserve form: it starts with what was filled in before, else with the chosen arrival or now and with the preferred payment method. */
export function useReserveForm(paymentMethod: PaymentMethod, initialValues: ReserveValues | undefined) {
  const [arrival, setArrival] = useState(() => (initialValues ? null : readChosenArrival(new Date())));
  const form = useForm<ReserveValues, unknown, CompleteReserveValues>({
    resolver: zodResolver(reserveSchema),
    defaultValues: {
      ...createReserveValues(new Date()),
      ...(arrival ? toStayValues(arrival) : {}),
      paymentMethod,
      ...initialValues,
    },
  });
  return {
    form,
    /** The chosen arrival that the form started with; null without one. */
    arrival,
    /** Moves the stay, as long as it is, to this minute, and forgets the chosen arrival. */
    startNow: () => {
      chosenArrival.remove();
      setArrival(null);
      form.reset({ ...form.getValues(), ...toStartValues(new Date()) });
    },
  };
}
