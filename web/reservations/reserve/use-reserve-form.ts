import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { PaymentMethod } from '../../../domain/reservations/payment.ts';
import { chosenArrival, readChosenArrival } from '../arrival/chosen-arrival.ts';
import {
  type CompleteReserveValues,
  createReserveSchema,
  createReserveValues,
  createStayValues,
  type ReserveValues,
  toStayValues,
} from './reserve-values.ts';

const schema = createReserveSchema(() => new Date());

/** The reserve form: it starts with the arrival chosen before, else now, and with how the driver likes to pay. */
export function useReserveForm(paymentMethod: PaymentMethod) {
  const [arrival, setArrival] = useState(() => readChosenArrival(new Date()));
  const form = useForm<ReserveValues, unknown, CompleteReserveValues>({
    resolver: zodResolver(schema),
    defaultValues: {
      ...createReserveValues(new Date()),
      ...(arrival ? toStayValues(arrival) : {}),
      paymentMethod,
    },
  });
  return {
    form,
    startsWithArrival: arrival !== null,
    /** Forgets the chosen arrival and starts now; car and payment stay as they are. */
    startNow: () => {
      chosenArrival.remove();
      setArrival(null);
      form.reset({ ...form.getValues(), ...createStayValues(new Date()) });
    },
  };
}
