import { type Cents, sumCents, toCents } from './cents.ts';
import { isPaid, type PaymentState, type RefundState } from './payment-states.ts';

type GivenBack = { amount: Cents; state: RefundState; isSecondCapture: boolean };

const isOpen = ({ state, isSecondCapture }: GivenBack) =>
  !isSecondCapture && state !== 'succeeded' && state !== 'failed';

/** What can still go back of a payment, as the database's `refundable`: less what went back and what is on its way. */
export function getRefundable(payment: {
  state: PaymentState;
  amount: Cents;
  refunded: Cents;
  refunds: readonly GivenBack[];
}): Cents {
  if (!isPaid(payment)) return toCents(0);
  const open = sumCents(payment.refunds.filter(isOpen).map(({ amount }) => amount));
  return toCents(payment.amount - payment.refunded - open);
}
