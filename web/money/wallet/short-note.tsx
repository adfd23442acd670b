import { m } from '#messages';
import type { Cents } from '../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { MethodsProblem, usePaymentMethods } from '../payments/payment-choice.tsx';
import { TopUpDialog } from '../payments/top-up-form.tsx';

type ShortNoteProps = {
  userId: string;
  missing: Cents;
  /** Called before the browser leaves to top the wallet up. */
  onLeave?: (() => void) | undefined;
  /** False where the methods of payment are shown next to it and say why there are none. */
  hasProblem?: boolean;
};

export function ShortNote({ userId, missing, onLeave, hasProblem = true }: ShortNoteProps) {
  const canTopUp = (usePaymentMethods().data?.length ?? 0) > 0;
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control bg-danger-wash py-1 pr-1 pl-3 text-danger">
        <p role="status" className="py-2 text-sm font-semibold">
          {m.wallet_short({ amount: formatMoneyOf(missing) })}
        </p>
        {canTopUp ? (
          <DialogButton label={m.top_up_open()}>
            {(close) => <TopUpDialog userId={userId} missing={missing} onLeave={onLeave} onClose={close} />}
          </DialogButton>
        ) : null}
      </div>
      {hasProblem ? <MethodsProblem /> : null}
    </div>
  );
}
