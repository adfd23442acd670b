import { Timer } from 'lucide-react';
import { m } from '#messages';
import { useNow } from '../../platform/use-now.ts';

const SECOND_MS = 1000;

/** Such as '8:12'. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

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
