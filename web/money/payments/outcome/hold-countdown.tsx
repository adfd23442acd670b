import { Timer } from 'lucide-react';
import { m } from '#messages';
import { formatCountdown } from '../../../ui/platform/format-countdown.ts';
import { useNow } from '../../../ui/platform/use-now.ts';

/** For how long the space is held. */
export function HoldCountdown({ until }: { until: string }) {
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
