import { useState } from 'react';
import { toPriceCents } from '../../../domain/money/money.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { type ChosenPayment, toPaymentFields } from '../../money/payments/payment-choice.tsx';
import { usePay } from '../../money/payments/use-pay.ts';

/** With what a driver pays a new reservation, and how one that is held for its payment is paid. */
export function useHeldPayment(initial: ChosenPayment) {
  const [chosen, setChosen] = useState(initial);
  const pay = usePay();
  const payHeld = async ({ id, price }: Reservation) => {
    const fields = toPaymentFields(chosen);
    if (fields === null) throw new Error('What the wallet pays is never held');
    await pay({ ...fields, purpose: 'reservation', reservation: id, amount: toPriceCents(price) });
  };
  return { chosen, setChosen, payHeld };
}
