import { useEffect } from 'react';
import { m } from '#messages';
import { type Cents, toCents } from '../../domain/money/cents.ts';
import { formatMoneyOf } from '../../domain/money/money-of-cents.ts';
import { type ChosenPayment, toOffered } from '../money/payments/chosen-payment.ts';
import { PaymentChoice } from '../money/payments/payment-choice.tsx';
import { usePaymentMethods } from '../money/payments/use-payment-methods.ts';
import { useBalance } from '../money/wallet/use-balance.ts';
import { ShortNote } from './short-note.tsx';

type StayPaymentProps = {
  userId: string;
  value: ChosenPayment;
  onChange: (value: ChosenPayment) => void;
  /** What there is to pay; null while the form does not say. */
  total: Cents | null;
  /** Called before the browser leaves to top the wallet up. */
  onLeave?: () => void;
};

/** How a stay is paid: with the wallet, whose balance it says, or by card or PayPal. */
export function StayPayment({ userId, value, onChange, total, onLeave }: StayPaymentProps) {
  const methods = usePaymentMethods();
  const balance = useBalance(userId).data;
  const known = methods.data ?? (methods.error ? [] : undefined);
  const offered = known === undefined ? value : toOffered(value, known);
  useEffect(() => {
    // It was chosen on this device when it was offered.
    if (offered !== value) onChange(offered);
  }, [offered, value, onChange]);
  const missing = balance === undefined || total === null || balance >= total ? null : toCents(total - balance);
  return (
    <PaymentChoice
      userId={userId}
      value={value}
      onChange={onChange}
      wallet={{
        detail: balance === undefined ? '' : m.wallet_balance_of({ amount: formatMoneyOf(balance) }),
        note:
          missing === null ? null : (
            <ShortNote userId={userId} missing={missing} onLeave={onLeave} hasProblem={false} />
          ),
      }}
    />
  );
}
