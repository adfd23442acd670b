import { millisecondsInMinute } from 'date-fns/constants';
import { Hourglass, Timer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import { Button } from '../../ui/button.tsx';
import { formatCountdown } from '../../ui/platform/format-countdown.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import type { Payment } from './data.ts';
import { OutcomePanel } from './outcome-panel.tsx';
import { useResumePayment } from './use-pay.ts';

/** A payment that the provider has not confirmed: for how long its space is held, and the way back to the provider's page. */
export function WaitingPayment({ payment, giveUp }: { payment: Payment; giveUp?: ReactNode }) {
  const [since] = useState(() => Date.now());
  const isLong = useNow().getTime() - since > millisecondsInMinute;
  const { mutate, isPending, isSuccess } = useResumePayment();
  const isBusy = isPending || isSuccess;
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

/** For how long the space is held. */
function HoldCountdown({ until }: { until: string }) {
  const now = useNow();
  const time = formatCountdown(Date.parse(until) - now.getTime());
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
