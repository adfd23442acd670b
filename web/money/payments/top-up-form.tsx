import { Banknote } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { type Cents, parseCents, toCents } from '../../../domain/money/cents.ts';
import type { Currency } from '../../../domain/money/currency.ts';
import { formatMoneyOf, getCurrencySymbol } from '../../../domain/money/money.ts';
import { describeProblem, toErrorMessage } from '../../../domain/problems.ts';
import { usePublicSettings } from '../../data/public-settings.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useOnceMutation } from '../../ui/use-once-mutation.ts';
import { PaymentChoice, toPaymentFields, useChosenProvider } from './payment-choice.tsx';
import { type NewPayment, usePay } from './use-pay.ts';

type TopUpFormProps = {
  userId: string;
  missing: Cents | null;
  onLeave?: (() => void) | undefined;
  onCancel: () => void;
};

const SUGGESTED: Record<Currency, readonly number[]> = { USD: [500, 1000, 2000], DOP: [20_000, 50_000, 100_000] };

const isWithin = (amount: Cents, limits: TopUpLimits) =>
  limits === null || (amount >= limits.min && amount <= limits.max);

/** How much, and with what. */
function TopUpForm({ userId, missing, onLeave, onCancel }: TopUpFormProps) {
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
    // The dialog may stand in another form, to which React would pass the event on.
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

/** What a driver may top up at once; null before the settings are loaded. */
type TopUpLimits = { min: Cents; max: Cents } | null;

type Situation = { currency: Currency; limits: TopUpLimits; missing: Cents | null };

/** Amounts to choose from: first the one that is missing, if any, then round ones beyond it. */
export function suggestAmounts({ currency, limits, missing }: Situation): Cents[] {
  const least = missing === null ? null : toCents(Math.max(missing, limits?.min ?? 0));
  const round = SUGGESTED[currency].map(toCents).filter((amount) => least === null || amount > least);
  const all = least === null ? round : [least, ...round];
  return all.filter((amount) => isWithin(amount, limits)).slice(0, 3);
}

/** Such as '1,500' or '12.50' as somebody types it; null for anything else and beyond the limits. */
export function parseAmount(text: string, limits: TopUpLimits): Cents | null {
  const plain = text.trim();
  if (!/^(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.\d{1,2})?$/.test(plain)) return null;
  const amount = parseCents(plain.replaceAll(',', ''));
  return isWithin(amount, limits) ? amount : null;
}

type TopUpDialogProps = {
  userId: string;
  open: boolean;
  onClose: () => void;
  /** What the wallet has too little of for what the driver wants. */
  missing?: Cents | null;
  /** Called before the browser leaves for the provider's page. */
  onLeave?: () => void;
};

/** Puts money into the wallet. */
export function TopUpDialog({ userId, open, onClose, missing = null, onLeave }: TopUpDialogProps) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={m.top_up_title()}
      description={missing === null ? m.top_up_text() : m.top_up_missing({ amount: formatMoneyOf(missing) })}
    >
      <TopUpForm userId={userId} missing={missing} onLeave={onLeave} onCancel={onClose} />
    </Modal>
  );
}
