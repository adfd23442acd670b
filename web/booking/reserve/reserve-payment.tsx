import { useController, useFormContext, useWatch } from 'react-hook-form';
import { m } from '#messages';
import { toPriceCents } from '../../../domain/money/money.ts';
import { toPaymentMethod } from '../../../domain/reservations/payment.ts';
import { BuyerChoice } from '../../money/fiscal/buyer-choice.tsx';
import { DriverPayment } from '../../money/payments/driver-payment.tsx';
import type { ChosenPayment } from '../../money/payments/payment-choice.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { findReservationTotal } from '../reservation-price.tsx';
import { keepReservation, type ReserveValues } from './reserve-values.ts';

/** For an operator who is paid in another way. */
export function PaymentToOperator() {
  return (
    <FormSection title={m.payment_method()}>
      <p className="text-muted">{m.payment_to_operator()}</p>
    </FormSection>
  );
}

export type ReservePaymentProps = {
  userId: string;
  /** The space and what an hour of it costs in the currency of the installation; null until there is one. */
  spaceId: string | null;
  hourlyRate: number | null;
  chosen: ChosenPayment;
  onChoose: (chosen: ChosenPayment) => void;
};

/** How the driver pays for the reservation in the form, and in whose name the receipt is. */
export function ReservePayment({ userId, spaceId, hourlyRate, chosen, onChoose }: ReservePaymentProps) {
  const { control, getValues } = useFormContext<ReserveValues>();
  const { field } = useController({ control, name: 'paymentMethod' });
  const hours = useWatch({ control, name: 'hours' });
  const total = hourlyRate === null ? null : findReservationTotal({ hourlyRate, hours });
  return (
    <>
      <DriverPayment
        userId={userId}
        value={chosen}
        onChange={(next) => {
          onChoose(next);
          // The form has a word for each method, and no cards.
          field.onChange(toPaymentMethod(next.method));
        }}
        total={total === null ? null : toPriceCents(total)}
        onLeave={() => {
          if (spaceId !== null) keepReservation(userId, { spaceId, values: getValues() }, new Date());
        }}
      />
      <BuyerChoice userId={userId} />
    </>
  );
}
