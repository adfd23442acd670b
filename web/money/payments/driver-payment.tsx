import { type ReactNode, useLayoutEffect, useState } from 'react';
import * as z from 'zod';
import { m } from '#messages';
import { type Cents, toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf, toPriceCents } from '../../../domain/money/money.ts';
import type { ChosenPayment, ProviderMethod } from '../../../domain/money/payment.ts';
import {
  PAYMENT_METHODS,
  type PaymentMethod,
  type Reservation,
  toChargeMethod,
  toPaymentMethod,
} from '../../../domain/reservations/reservation.ts';
import { useIsGuest } from '../../account/session/session-provider.tsx';
import { paymentState, useNavigationState } from '../../navigation-state.ts';
import { createStoredValue } from '../../ui/platform/stored-value.ts';
import { useBalance } from '../wallet/wallet.ts';
import { PaymentChoice, toPaymentFields, usePaymentMethods } from './payment-choice.tsx';
import { ShortNote } from './top-up-form.tsx';
import { usePay } from './use-pay.ts';
import { useKeptForm } from './waiting-form.ts';

export const toChosenPayment = (method: PaymentMethod): ChosenPayment => ({ method: toChargeMethod(method) });

/** Each person has their own entry, as devices are shared. */
export const preferredPaymentStorage = (userId: string | null) =>
  createStoredValue(`parqueo.payment-method.${userId ?? 'guest'}`, z.enum(PAYMENT_METHODS));

export const readPreferredPayment = (userId: string | null): PaymentMethod =>
  preferredPaymentStorage(userId).read() ?? 'wallet';

/** The method that worked last for this driver on this device; the wallet until one has worked. */
export const readLastPayment = (userId: string): ChosenPayment => toChosenPayment(readPreferredPayment(userId));

export const storeLastPayment = (userId: string, method: ChosenPayment['method']): void =>
  preferredPaymentStorage(userId).write(toPaymentMethod(method));

/** How the driver pays in this form, which is kept with it: at first as before the reload or the payment that it waited for. */
export function useChosenPayment(initial: ChosenPayment) {
  const kept = useNavigationState(paymentState)?.payment;
  const [chosen, setChosen] = useState(kept ?? initial);
  useKeptForm({ payment: chosen });
  return [chosen, setChosen] as const;
}

export function useHeldPayment(initial: ChosenPayment) {
  const [chosen, setChosen] = useChosenPayment(initial);
  const pay = usePay();
  const payHeld = async ({ id, price }: Reservation) => {
    const fields = toPaymentFields(chosen);
    if (fields === null) throw new Error('What the wallet pays is never held');
    await pay({ ...fields, purpose: 'reservation', reservation: id, amount: toPriceCents(price) });
  };
  return { chosen, setChosen, payHeld };
}

type DriverPaymentProps = {
  userId: string;
  value: ChosenPayment;
  onChange: (value: ChosenPayment) => void;
  total: Cents | null;
};

export function DriverPayment({ userId, value, onChange, total }: DriverPaymentProps) {
  const methods = usePaymentMethods();
  const balance = useBalance(userId).data;
  const [isPicked, setIsPicked] = useState(false);
  const known = methods.data ?? (methods.error ? [] : undefined);
  const missing = balance === undefined || total === null || balance >= total ? null : toCents(total - balance);
  // A guest pays from a wallet only what came back to it.
  const hasWallet = !useIsGuest() || (balance !== undefined && balance > 0);
  const suggested = suggest(value, { methods: known, isWalletShort: !hasWallet || (missing !== null && !isPicked) });
  // Before the browser can take a click, which it would undo.
  useLayoutEffect(() => {
    if (suggested !== value) onChange(suggested);
  }, [suggested, value, onChange]);
  const detail = balance === undefined ? '' : m.wallet_balance_of({ amount: formatMoneyOf(balance) });
  const note: ReactNode = missing === null ? null : <ShortNote userId={userId} missing={missing} />;
  return (
    <PaymentChoice
      userId={userId}
      value={value}
      onChange={(chosen) => {
        setIsPicked(true);
        onChange(chosen);
      }}
      wallet={hasWallet ? { detail, note } : undefined}
    />
  );
}

type Offer = { methods: readonly ProviderMethod[] | undefined; isWalletShort: boolean };

/** The chosen method while it is offered. A card takes the place of a wallet that has too little, where cards are taken. */
function suggest(chosen: ChosenPayment, { methods, isWalletShort }: Offer): ChosenPayment {
  if (methods === undefined) return chosen;
  const [first] = methods.includes('card') ? (['card'] as const) : methods;
  if (chosen.method === 'wallet') return isWalletShort && first !== undefined ? { method: first } : chosen;
  return methods.includes(chosen.method) ? chosen : { method: 'wallet' };
}
