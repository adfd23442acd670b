import { Banknote } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { type Cents, type Currency, parseCents, toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf, getCurrencySymbol } from '../../../domain/money/money.ts';
import { describeProblem } from '../../../domain/problems.ts';
import { usePublicSettings } from '../../data/public-settings.ts';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { ChoiceCard } from '../../ui/form/choice-card.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { PaymentChoice, toPaymentFields, useChosenProvider, usePaymentMethods } from './payment-choice.tsx';
import { usePay } from './use-pay.ts';

const SUGGESTED: Record<Currency, readonly number[]> = { USD: [500, 1000, 2000], DOP: [20_000, 50_000, 100_000] };

const isWithin = (amount: Cents, limits: TopUpLimits) =>
  limits === null || (amount >= limits.min && amount <= limits.max);

type TopUpDialogProps = {
  userId: string;
  missing?: Cents | null;
  onClose: () => void;
};

export function TopUpDialog({ userId, missing = null, onClose }: TopUpDialogProps) {
  const limits = useTopUpLimits();
  const suggested = suggestAmounts({ currency: getInstallation().currency ?? 'USD', limits, missing });
  const [picked, setPicked] = useState<Cents | 'other' | null>(null);
  const [typed, setTyped] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const { chosen, setChosen, isPossible } = useChosenProvider();
  const { mutate, dialog } = useAction(usePay(), { isOnce: true, onError: () => undefined });
  const choice = picked ?? suggested[0] ?? 'other';
  const amount = choice === 'other' ? parseAmount(typed, limits) : choice;
  const topUp = () => {
    setHasTried(true);
    const fields = toPaymentFields(chosen);
    if (amount !== null && fields !== null && isPossible) mutate({ ...fields, purpose: 'top_up', amount });
  };

  return (
    <QuestionDialog
      title={m.top_up_title()}
      text={missing === null ? m.top_up_text() : m.top_up_missing({ amount: formatMoneyOf(missing) })}
      label={amount === null ? m.top_up_confirm() : m.top_up_confirm_amount({ amount: formatMoneyOf(amount) })}
      pendingLabel={m.payment_leaving()}
      {...dialog}
      isDisabled={!isPossible}
      onConfirm={topUp}
      onClose={onClose}
    >
      <FormSection title={m.top_up_amount()}>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-2">
          {[...suggested, 'other' as const].map((offered) => (
            <ChoiceCard
              key={offered}
              stacked
              name="amount"
              value={offered}
              label={offered === 'other' ? m.top_up_other() : formatMoneyOf(offered)}
              icon={Banknote}
              checked={choice === offered}
              onChange={() => setPicked(offered)}
            />
          ))}
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
    </QuestionDialog>
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

/** How much the wallet lacks, and the way to top it up. */
export function ShortNote({ userId, missing }: { userId: string; missing: Cents }) {
  const canTopUp = (usePaymentMethods().data?.length ?? 0) > 0;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control bg-danger-wash py-1 pr-1 pl-3 text-danger">
      <p role="status" className="py-2 text-sm font-semibold">
        {m.wallet_short({ amount: formatMoneyOf(missing) })}
      </p>
      {canTopUp ? (
        <DialogButton label={m.top_up_open()}>
          {(close) => <TopUpDialog userId={userId} missing={missing} onClose={close} />}
        </DialogButton>
      ) : null}
    </div>
  );
}
