import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { formatMoney } from '../../../domain/reservations/money.ts';
import { formatPlace } from '../../../domain/reservations/reservation.ts';
import { Card } from '../../ui/card.tsx';
import { formatCountdown } from '../../ui/platform/format-countdown.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { formatStartAndEnd } from '../parking-time.ts';
import type { PaidStay } from './data.ts';
import { GiveUpButton } from './give-up-button.tsx';

type HeldStayCardProps = { stay: PaidStay; payButton: ReactNode };

/** A reservation that waits for its payment, and for how long its space is held. */
export function HeldStayCard({ stay, payButton }: HeldStayCardProps) {
  const left = Date.parse(stay.heldUntil ?? '') - useNow().getTime();
  return (
    <Card className="flex flex-col gap-3 border-brand-ink">
      <p className="flex items-center gap-2 font-semibold text-brand-ink tabular-nums">
        <Hourglass aria-hidden="true" className="size-5 shrink-0" />
        {m.held_stay_waiting({ time: formatCountdown(left) })}
      </p>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-lg font-bold wrap-anywhere">{formatPlace(stay)}</p>
        <p className="text-lg font-extrabold tabular-nums">{formatMoney(stay.price)}</p>
        <p className="w-full text-sm text-muted tabular-nums">{formatStartAndEnd(stay)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {payButton}
        <GiveUpButton reservationId={stay.id} className="grow" />
      </div>
    </Card>
  );
}
