import { useQuery } from '@tanstack/react-query';
import { Banknote, Gift, Link2, Wallet } from 'lucide-react';
import { useId, useState } from 'react';
import { m } from '#messages';
import { type Cents, toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { DESK_METHODS } from '../../../domain/money/receipt.ts';
import { isReason, isReference, ReasonField } from '../../money/correction-fields.tsx';
import { moneyKeys } from '../../money/keys.ts';
import { usePaymentMethods } from '../../money/payments/payment-choice.tsx';
import { QueryProblem } from '../../ui/feedback/query-state.tsx';
import { LoadingNote } from '../../ui/feedback/skeleton.tsx';
import { ChoiceCard } from '../../ui/form/choice-card.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { DeskCharge } from '../changes/reservation-changes.ts';
import { loadPayingWallet } from './reservation-for-driver.ts';

/** A payment at the desk goes into the wallet first, which then pays the reservation. */
type DeskMethod = 'wallet' | (typeof DESK_METHODS)[number] | 'card' | 'free';

/** Who pays; a link to pay by card goes to a confirmed address. */
type Payer = { id: string; isConfirmed: boolean };

/**
 * The choice of how a driver pays for what an operator reserves or adds.
 * @param driver null where nothing is paid, or nobody is chosen
 * @param price null before the reservation is chosen
 * @param isFrozen while it is sent, the wallet is not loaded again
 * @param isManager whether the wallet may pay, and whether it may be free
 */
export function useDeskPayment(driver: Payer | null, price: Cents | null, isFrozen: boolean, isManager: boolean) {
  const wallet = useQuery({
    queryKey: moneyKeys.wallet(driver?.id, 'paying'),
    queryFn: ({ signal }) => (driver === null ? null : loadPayingWallet(driver.id, signal)),
    enabled: driver !== null && !isFrozen,
  });
  const [chosen, setChosen] = useState<{ method: DeskMethod; owed: Cents | null; driverId: string | undefined } | null>(
    null,
  );
  const [freeReason, setFreeReason] = useState('');
  const [reference, setReference] = useState('');
  const balance = driver === null ? null : (wallet.data ?? null);
  const isPaid = balance !== null && price !== null && price > 0;
  const isEnough = isPaid && balance >= price;
  const owed = !isPaid ? null : isEnough || !isManager ? price : toCents(price - balance);
  // Another amount or another driver is another payment.
  const isChosen = chosen !== null && chosen.owed === owed && chosen.driverId === driver?.id;
  const method = isChosen ? chosen.method : isEnough && isManager ? 'wallet' : null;
  const deskMethod = DESK_METHODS.find((known) => known === method) ?? null;
  const needsReference = deskMethod !== null && deskMethod !== 'cash';
  return {
    wallet,
    balance,
    price,
    owed,
    isEnough,
    isManager,
    method,
    choose: (next: DeskMethod) => setChosen({ method: next, owed, driverId: driver?.id }),
    isAwaited: driver !== null && !wallet.isSuccess,
    /** What the button says that it charges at once. */
    charged:
      owed === null || method === null || method === 'card' || method === 'free' ? 'nothing' : formatMoneyOf(owed),
    isMissing: owed !== null && method === null,
    isIncomplete: (method === 'free' && !isReason(freeReason)) || (needsReference && !isReference(reference)),
    reference: { isNeeded: needsReference, typed: reference, set: setReference },
    freeReason: { typed: freeReason, set: setFreeReason },
    /** What is sent with the reservation, or with what is added to it. */
    charge: {
      payment: method === 'card' || method === 'free' ? method : 'wallet',
      paidAtDesk: deskMethod === null ? null : owed,
      desk: { desk_method: deskMethod, desk_reference: reference },
      /** For the ledger, or why it is free. */
      reason: method === 'free' ? freeReason.trim() : m.for_driver_paid_reason(),
    } satisfies DeskCharge as DeskCharge,
  };
}

type DeskPaymentProps = {
  driver: Payer;
  payment: ReturnType<typeof useDeskPayment>;
  isChecked: boolean;
  /** What becomes of the space meanwhile; without it there is no link to pay by card. */
  linkText?: string;
};

/** Chooses among what the wallet has, cash, a link and nothing, or says why the wallet is not there yet. */
export function DeskPayment({ driver, payment, isChecked, linkText }: DeskPaymentProps) {
  const group = useId();
  const takesCards = usePaymentMethods().data?.includes('card') ?? false;
  const { wallet, balance, price, owed, isEnough, isManager, method, choose, freeReason, reference } = payment;
  if (wallet.isError || (wallet.isPending && wallet.isPaused)) return <QueryProblem query={wallet} />;
  if (wallet.isPending) return <LoadingNote>{m.status_loading()}</LoadingNote>;
  if (balance === null || price === null || owed === null) return null;
  const option = (value: DeskMethod) => ({
    name: group,
    checked: method === value,
    onChange: () => choose(value),
  });
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 text-sm font-semibold">{m.payment_method()}</legend>
      {isEnough || !isManager ? null : (
        <p className="text-sm">
          {m.for_driver_missing({ balance: formatMoneyOf(balance), missing: formatMoneyOf(owed) })}
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        {isEnough && isManager ? (
          <ChoiceCard
            {...option('wallet')}
            icon={Wallet}
            label={m.payment_wallet()}
            detail={m.for_driver_from_wallet({
              balance: formatMoneyOf(balance),
              rest: formatMoneyOf(toCents(balance - price)),
            })}
          />
        ) : null}
        {DESK_METHODS.map((value) => (
          <ChoiceCard
            key={value}
            {...option(value)}
            icon={Banknote}
            label={m[`payment_${value}` as const]()}
            detail={m.for_driver_paid({ amount: formatMoneyOf(owed) })}
          />
        ))}
        {takesCards && driver.isConfirmed && linkText ? (
          <ChoiceCard {...option('card')} icon={Link2} label={m.for_driver_link()} detail={linkText} />
        ) : null}
        {isManager ? (
          <ChoiceCard {...option('free')} icon={Gift} label={m.for_driver_free()} detail={m.for_driver_free_text()} />
        ) : null}
      </div>
      {reference.isNeeded ? (
        <TextField
          label={m.desk_reference()}
          value={reference.typed}
          onChange={({ target }) => reference.set(target.value)}
          error={isChecked && !isReference(reference.typed) ? m.desk_reference_missing() : undefined}
        />
      ) : null}
      {method === 'free' ? (
        <ReasonField
          label={m.money_gift_reason()}
          value={freeReason.typed}
          onChange={freeReason.set}
          isChecked={isChecked}
        />
      ) : null}
    </fieldset>
  );
}
