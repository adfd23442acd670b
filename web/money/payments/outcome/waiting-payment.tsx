import { millisecondsInMinute } from 'date-fns/constants';
import { Hourglass } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import { Button } from '../../../ui/button.tsx';
import { useNow } from '../../../ui/platform/use-now.ts';
import type { Payment } from '../payment-row.ts';
import { useResumePayment } from '../use-resume-payment.ts';
import { HoldCountdown } from './hold-countdown.tsx';
import { OutcomePanel } from './outcome-panel.tsx';

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
