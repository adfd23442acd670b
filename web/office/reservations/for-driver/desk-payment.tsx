import { clsx } from 'clsx';
import { m } from '#messages';
import { type Cents, toCents } from '../../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../../domain/money/money-of-cents.ts';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';

type DeskPaymentProps = {
  balance: Cents;
  total: Cents;
  /** What the operator says was paid in cash. */
  paid: Cents | null;
  onPaid: (paid: Cents | null) => void;
  /** Whether the form was sent with too little. */
  isMissing: boolean;
};

/** What a wallet lacks for a stay; null when it has enough. */
export const findMissing = (balance: Cents, total: Cents): Cents | null =>
  total > balance ? toCents(total - balance) : null;

/** What becomes of the driver's wallet, and whether the driver has paid what it lacks. */
export function DeskPayment({ balance, total, paid, onPaid, isMissing }: DeskPaymentProps) {
  const missing = findMissing(balance, total);
  if (missing === null) {
    const rest = toCents(balance - total);
    return (
      <p className="text-muted text-sm tabular-nums">
        {m.for_driver_from_wallet({ balance: formatMoneyOf(balance), rest: formatMoneyOf(rest) })}
      </p>
    );
  }
  return (
    <div className="border-line flex flex-col gap-2 rounded-card border p-4">
      <p className={clsx('font-semibold tabular-nums', paid !== missing && 'text-danger')}>
        {m.for_driver_missing({ balance: formatMoneyOf(balance), missing: formatMoneyOf(missing) })}
      </p>
      <CheckboxField
        label={m.for_driver_paid({ amount: formatMoneyOf(missing) })}
        // Another amount is another payment.
        checked={paid === missing}
        onChange={({ target }) => onPaid(target.checked ? missing : null)}
      />
      {isMissing && paid !== missing ? <ErrorNote>{m.for_driver_paid_missing()}</ErrorNote> : null}
    </div>
  );
}
