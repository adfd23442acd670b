import { clsx } from 'clsx';
import { millisecondsInMinute } from 'date-fns/constants';
import { CircleX, Hourglass, type LucideIcon, Timer, Undo2, Wallet } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { describeProblem, findProblemKey } from '../../../domain/problems.ts';
import { Button } from '../../ui/form/button.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { formatMinutesAndSeconds } from '../../ui/platform/format-time.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import type { Outcome, Payment } from './payments.ts';
import { useResumePayment } from './use-pay.ts';

const TONES = {
  positive: 'bg-positive-wash text-positive',
  danger: 'bg-danger-wash text-danger',
  brand: 'bg-brand-wash text-brand-ink',
} as const;

type OutcomePanelProps = {
  icon: LucideIcon;
  tone: keyof typeof TONES;
  title: string;
  text?: string | undefined;
  children?: ReactNode;
};

/** What became of a payment, said at once to screen readers too. */
export function OutcomePanel({ icon: Icon, tone, title, text, children }: OutcomePanelProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-2 pt-6 text-center">
      <span className={clsx('flex size-16 items-center justify-center rounded-full', TONES[tone])}>
        <Icon aria-hidden="true" className="size-8" />
      </span>
      <div role="status" className="flex flex-col items-center gap-2">
        <p className="text-xl font-bold text-balance">{title}</p>
        {text ? <p className="max-w-sm text-balance text-muted">{text}</p> : null}
      </div>
      {children}
    </div>
  );
}

/** Why a payment was not made, by the key that the database keeps as its failure. */
const describeDecline = (failure: string | null): string =>
  describeProblem(findProblemKey(failure) ?? 'payment-declined');

const NOT_PAID = { icon: CircleX, tone: 'danger' } as const;
const GOES_BACK = { icon: Undo2, tone: 'brand' } as const;

/** What became of a payment that did not do what it was for. */
export function describeOutcome(
  outcome: Exclude<Outcome, 'served' | 'waiting'>,
  { purpose, failure, amount: cents }: Payment,
) {
  const amount = formatMoneyOf(cents);
  switch (outcome) {
    case 'going-back':
      return { ...GOES_BACK, title: m.payment_going_back(), text: m.payment_going_back_text({ amount }) };
    case 'gone-back':
      return { ...GOES_BACK, title: m.payment_gone_back(), text: m.payment_gone_back_text({ amount }) };
    case 'in-wallet': {
      const text = purpose === 'top_up' ? undefined : m[`payment_in_wallet_${purpose}` as const]({ amount });
      return { icon: Wallet, tone: 'brand' as const, title: m.payment_in_wallet({ purpose }), text };
    }
    case 'declined':
      return { ...NOT_PAID, title: m.payment_not_approved(), text: describeDecline(failure) };
    case 'left':
      return { ...NOT_PAID, title: m.payment_left(), text: m.payment_left_text() };
    case 'hold-over': {
      const text = purpose === 'reservation' ? m.payment_hold_over_text() : describeDecline('payment-too-late');
      return { ...NOT_PAID, title: m.payment_hold_over(), text };
    }
  }
}

/** A payment that the provider has not confirmed: for how long its space is held, and the way back to the provider's page. */
export function WaitingPayment({ payment, giveUp }: { payment: Payment; giveUp?: ReactNode }) {
  const [since] = useState(() => getNow().getTime());
  const isLong = useNow().getTime() - since > millisecondsInMinute;
  const { mutate, isBusy } = useResumePayment();
  return (
    <OutcomePanel
      icon={Hourglass}
      tone="brand"
      title={m.payment_waiting()}
      text={isLong ? m.payment_waiting_long() : m.payment_waiting_text()}
    >
      {payment.purpose === 'reservation' ? <HoldCountdown until={payment.expiresAt} /> : null}
      <div className="mt-2 flex w-full max-w-sm flex-col gap-2">
        <Button onClick={() => mutate(payment)} disabled={isBusy}>
          {isBusy ? m.payment_leaving() : m.payment_go_on()}
        </Button>
        <p className="text-sm text-muted">{m.payment_go_on_hint()}</p>
        {giveUp}
      </div>
    </OutcomePanel>
  );
}

function HoldCountdown({ until }: { until: string }) {
  const now = useNow();
  const time = formatMinutesAndSeconds(Date.parse(until) - now.getTime());
  return (
    <p
      role="timer"
      className="flex items-center gap-2 rounded-full bg-brand-wash px-4 py-2 font-semibold text-brand-ink tabular-nums"
    >
      <Timer aria-hidden="true" className="size-5 shrink-0" />
      {m.payment_held_for({ time })}
    </p>
  );
}
