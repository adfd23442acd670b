import type { ReactNode } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import type { Cents } from '../../../domain/money/cents.ts';
import { toPriceCents } from '../../../domain/money/money-of-cents.ts';
import type { PaymentMethod } from '../../../domain/reservations/payment.ts';
import { calculatePrice } from '../../../domain/reservations/price.ts';
import { MIN_DURATION_HOURS } from '../../../domain/reservations/reservation.ts';
import type { ReserveValues } from './reserve-values.ts';

export type PaymentField = {
  value: PaymentMethod;
  onChange: (method: PaymentMethod) => void;
  /** What there is to pay; null while the form does not say. */
  total: Cents | null;
  /** What is filled in. */
  getValues: () => ReserveValues;
};

type LivePaymentProps = {
  /** In the currency of the installation. */
  hourlyRate: number;
  renderPayment: (field: PaymentField) => ReactNode;
};

/** How the stay in the form is paid. */
export function LivePayment({ hourlyRate, renderPayment }: LivePaymentProps) {
  const { control, getValues } = useFormContext<ReserveValues>();
  const { field } = useController({ control, name: 'paymentMethod' });
  const hours = useWatch({ control, name: 'hours' });
  const total =
    hours !== null && hours >= MIN_DURATION_HOURS ? toPriceCents(calculatePrice({ hourlyRate, hours })) : null;
  return renderPayment({ value: field.value, onChange: field.onChange, total, getValues });
}
