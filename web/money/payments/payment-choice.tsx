import { useQuery } from '@tanstack/react-query';
import { millisecondsInMinute } from 'date-fns/constants';
import { CircleAlert, CreditCard, HandCoins, Wallet } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useState } from 'react';
import { m } from '#messages';
import type { ChosenPayment } from '../../../domain/money/payment.ts';
import { toErrorMessage } from '../../../domain/problems.ts';
import { Button } from '../../ui/form/button.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { ChoiceCard } from '../../ui/form/choice-card.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { moneyKeys } from '../keys.ts';
import { loadPaymentMethods } from './payments.ts';
import { describeExpiry, formatCard, hasExpired, useSavedCards } from './saved-card-list.tsx';
import type { NewPayment } from './use-pay.ts';

/** The part of a payment request that says how it is paid; null for the wallet. */
export function toPaymentFields(chosen: ChosenPayment): Pick<NewPayment, 'method' | 'card' | 'saveCard'> | null {
  if (chosen.method === 'wallet') return null;
  if (chosen.method === 'paypal') return { method: 'paypal' };
  return chosen.card === undefined
    ? { method: 'card', saveCard: chosen.saveCard ?? false }
    : { method: 'card', card: chosen.card };
}

export function usePaymentMethods() {
  return useQuery({
    queryKey: moneyKeys.methods(),
    queryFn: loadPaymentMethods,
    staleTime: 5 * millisecondsInMinute,
  });
}

export function useChosenProvider() {
  const methods = usePaymentMethods().data;
  const [picked, setChosen] = useState<ChosenPayment>({ method: 'card' });
  const isOffered = picked.method !== 'wallet' && (methods?.includes(picked.method) ?? false);
  const chosen: ChosenPayment = !isOffered && methods?.includes('paypal') ? { method: 'paypal' } : picked;
  return { chosen, setChosen, isPossible: methods !== undefined && methods.length > 0 };
}

export function MethodsProblem() {
  const { data, error, isFetching, refetch } = usePaymentMethods();
  if (error === null || data !== undefined) return null;
  return (
    <p role="status" className="text-muted flex items-center gap-2 text-sm">
      <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 flex-1">{toErrorMessage(error)}</span>
      <Button
        variant="quiet"
        size="small"
        className="-mr-2 shrink-0 px-2!"
        disabled={isFetching}
        onClick={() => void refetch()}
      >
        {m.action_try_again()}
      </Button>
    </p>
  );
}

type PaymentChoiceProps = {
  userId: string;
  value: ChosenPayment;
  onChange: (value: ChosenPayment) => void;
  /** What the card of the wallet says below its name; without it the wallet is not offered. */
  wallet?: { detail: string; note?: ReactNode } | undefined;
};

export function PaymentChoice({ userId, value, onChange, wallet }: PaymentChoiceProps) {
  const group = useId();
  const now = useNow();
  const methods = usePaymentMethods();
  const takesCards = methods.data?.includes('card') ?? false;
  const cards = useSavedCards(userId, takesCards).data?.rows.filter((card) => !hasExpired(card, now)) ?? [];
  const first = cards[0]?.id;
  const isUndecided = value.method === 'card' && value.card === undefined && value.saveCard === undefined;
  // Before the browser can take a click, which it would undo.
  useLayoutEffect(() => {
    if (isUndecided && first !== undefined) onChange({ method: 'card', card: first });
  }, [isUndecided, first, onChange]);
  const isAnotherCard = value.method === 'card' && !cards.some(({ id }) => id === value.card);
  return (
    <FormSection title={m.payment_method()}>
      <div className="flex flex-col gap-3">
        {wallet ? (
          <>
            <ChoiceCard
              name={group}
              value="wallet"
              label={m.payment_wallet()}
              detail={wallet.detail}
              icon={Wallet}
              checked={value.method === 'wallet'}
              onChange={() => onChange({ method: 'wallet' })}
            />
            {value.method === 'wallet' ? wallet.note : null}
          </>
        ) : null}
        {cards.map((card) => (
          <ChoiceCard
            key={card.id}
            name={group}
            value={card.id}
            label={formatCard(card)}
            detail={describeExpiry(card, now)}
            icon={CreditCard}
            checked={value.method === 'card' && value.card === card.id}
            onChange={() => onChange({ method: 'card', card: card.id })}
          />
        ))}
        {takesCards ? (
          <>
            <ChoiceCard
              name={group}
              value="card"
              label={cards.length > 0 ? m.payment_another_card() : m.payment_card()}
              detail={m.payment_card_detail()}
              icon={CreditCard}
              checked={isAnotherCard}
              onChange={() => onChange({ method: 'card', saveCard: false })}
            />
            {isAnotherCard ? (
              <CheckboxField
                label={m.payment_save_card()}
                checked={value.saveCard ?? false}
                onChange={({ target }) => onChange({ method: 'card', saveCard: target.checked })}
                className="px-3"
              />
            ) : null}
          </>
        ) : null}
        {methods.data?.includes('paypal') ? (
          <ChoiceCard
            name={group}
            value="paypal"
            label={m.payment_paypal()}
            detail={m.payment_paypal_detail()}
            icon={HandCoins}
            checked={value.method === 'paypal'}
            onChange={() => onChange({ method: 'paypal' })}
          />
        ) : null}
        <MethodsProblem />
        {methods.data?.length === 0 && !wallet ? <p className="text-muted">{m.payment_no_methods()}</p> : null}
      </div>
    </FormSection>
  );
}
