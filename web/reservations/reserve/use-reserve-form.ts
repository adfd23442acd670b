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

/** The reserve form: it starts with the chosen arrival, else now, and with the preferred payment method. */
export function useReserveForm(paymentMethod: PaymentMethod) {
  const [arrival, setArrival] = useState(() => readChosenArrival(new Date()));
  const form = useForm<ReserveValues, unknown, CompleteReserveValues>({
    resolver: zodResolver(reserveSchema),
    defaultValues: {
      ...createReserveValues(new Date()),
      ...(arrival ? toStayValues(arrival) : {}),
      paymentMethod,
    },
  });
  return {
    form,
    startsWithArrival: arrival !== null,
    /** Moves the stay, as long as it is, to this minute, and forgets the chosen arrival. */
    startNow: () => {
      chosenArrival.remove();
      setArrival(null);
      form.reset({ ...form.getValues(), ...toStartValues(new Date()) });
    },
  };
}
