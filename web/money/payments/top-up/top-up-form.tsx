import { Banknote } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { m } from '#messages';
import { getInstallation } from '../../../../domain/installation.ts';
import { type Cents, parseCents } from '../../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../../domain/money/money-of-cents.ts';
import { describeProblem, toErrorMessage } from '../../../../domain/problems.ts';
import { getCurrencySymbol } from '../../../../domain/reservations/money.ts';
import { usePublicSettings } from '../../../data/public-settings.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceCard } from '../../../ui/choice-card.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { FormSection } from '../../../ui/form-section.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useOnceMutation } from '../../../ui/use-once-mutation.ts';
import { PaymentChoice, toPaymentFields, useChosenProvider } from '../payment-choice.tsx';
import { type NewPayment, usePay } from '../use-pay.ts';
import { parseAmount, suggestAmounts, type TopUpLimits } from './top-up-amounts.ts';

type TopUpFormProps = {
  userId: string;
  missing: Cents | null;
  onLeave?: (() => void) | undefined;
  onCancel: () => void;
};

/** How much, and with what. */
export function TopUpForm({ userId, missing, onLeave, onCancel }: TopUpFormProps) {
  const limits = useTopUpLimits();
  const suggested = suggestAmounts({ currency: getInstallation().currency ?? 'USD', limits, missing });
  const [picked, setPicked] = useState<Cents | 'other' | null>(null);
  const [typed, setTyped] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const { chosen, setChosen, isPossible } = useChosenProvider();
  const pay = usePay();
  const { mutate, isBusy, error } = useOnceMutation({
    mutationFn: (payment: NewPayment) => {
      onLeave?.();
      return pay(payment);
    },
  });
  const choice = picked ?? suggested[0] ?? 'other';
  const amount = choice === 'other' ? parseAmount(typed, limits) : choice;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog may stand in another form, of which React thinks too.
    event.stopPropagation();
    setHasTried(true);
    const fields = toPaymentFields(chosen);
    if (amount !== null && fields !== null && isPossible) mutate({ ...fields, purpose: 'top_up', amount });
  };

  return (
    <form noValidate onSubmit={submit} aria-busy={isBusy} className="flex flex-col gap-5">
      <FormSection title={m.top_up_amount()}>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-2">
          {suggested.map((cents) => (
            <ChoiceCard
              key={cents}
              name="amount"
              value={cents}
              label={formatMoneyOf(cents)}
              icon={Banknote}
              checked={choice === cents}
              onChange={() => setPicked(cents)}
            />
          ))}
          <ChoiceCard
            name="amount"
            value="other"
            label={m.top_up_other()}
            icon={Banknote}
            checked={choice === 'other'}
            onChange={() => setPicked('other')}
          />
        </div>
        {choice === 'other' ? (
          <TextField
            label={m.top_up_own_amount({ currency: getCurrencySymbol() })}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            hint={describeLimits(limits)}
            error={
              hasTried && amount === null
                ? (describeLimits(limits) ?? describeProblem('top-up-out-of-range'))
                : undefined
            }
          />
        ) : null}
      </FormSection>
      <PaymentChoice userId={userId} value={chosen} onChange={setChosen} />
      {error && !isBusy ? <ErrorNote>{toErrorMessage(error)}</ErrorNote> : null}
      <DialogActions>
        <Button type="submit" disabled={isBusy || !isPossible}>
          {isBusy
            ? m.payment_leaving()
            : amount === null
              ? m.top_up_confirm()
              : m.top_up_confirm_amount({ amount: formatMoneyOf(amount) })}
        </Button>
        <Button variant="secondary" onClick={onCancel} disabled={isBusy}>
          {m.action_cancel()}
        </Button>
      </DialogActions>
    </form>
  );
}

function useTopUpLimits(): TopUpLimits {
  const settings = usePublicSettings();
  return settings && { min: parseCents(settings.topUpMin), max: parseCents(settings.topUpMax) };
}

function describeLimits(limits: TopUpLimits): string | undefined {
  if (limits === null) return undefined;
  return describeProblem('top-up-between', { min: formatMoneyOf(limits.min), max: formatMoneyOf(limits.max) });
}
