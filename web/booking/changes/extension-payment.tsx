import { m } from '#messages';
import { type Cents, toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { toErrorMessage } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { usePublicSettings } from '../../data/public-settings.ts';
import { PaymentChoice, toPaymentFields, useChosenProvider } from '../../money/payments/payment-choice.tsx';
import { type NewPayment, usePay } from '../../money/payments/use-pay.ts';
import { ShortNote } from '../../money/wallet/short-note.tsx';
import { useBalance } from '../../money/wallet/use-balance.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useOnceMutation } from '../../ui/use-once-mutation.ts';
import { useReloadPrice } from './use-extension.ts';

type ExtensionPaymentProps = {
  userId: string;
  reservation: Reservation;
  end: Date;
  amount: Cents;
  /** Whether the wallet is paying the extension at this moment. */
  isBusy: boolean;
};

/** Says that the wallet pays an extension; where it has too little, another way to pay. */
export function ExtensionPayment({ userId, ...extension }: ExtensionPaymentProps) {
  const isCharged = usePublicSettings()?.chargesDrivers ?? true;
  const balance = useBalance(userId).data;
  const { amount } = extension;
  if (!isCharged || amount === 0 || balance === undefined) return null;
  if (balance >= amount) {
    return <p className="text-sm text-muted">{m.extend_charged({ balance: formatMoneyOf(balance) })}</p>;
  }
  return (
    <>
      <ShortNote userId={userId} missing={toCents(amount - balance)} />
      <OtherPayment userId={userId} {...extension} />
    </>
  );
}

/** The whole extension by card or PayPal. */
function OtherPayment({ userId, reservation, end, amount, isBusy: isExtending }: ExtensionPaymentProps) {
  const { chosen, setChosen, isPossible } = useChosenProvider();
  const pay = usePay();
  const reloadPrice = useReloadPrice(reservation);
  const { mutate, isBusy, error } = useOnceMutation({
    mutationFn: (payment: NewPayment) => pay(payment),
    onError: reloadPrice,
  });
  const fields = toPaymentFields(chosen);
  if (!isPossible || fields === null) return null;
  return (
    <>
      <PaymentChoice userId={userId} value={chosen} onChange={setChosen} />
      {error && !isBusy ? <ErrorNote>{toErrorMessage(error)}</ErrorNote> : null}
      <Button
        disabled={isBusy || isExtending}
        onClick={() =>
          mutate({ ...fields, purpose: 'extension', reservation: reservation.id, end: end.toISOString(), amount })
        }
      >
        {isBusy ? m.payment_leaving() : m.extend_pay({ amount: formatMoneyOf(amount) })}
      </Button>
    </>
  );
}
