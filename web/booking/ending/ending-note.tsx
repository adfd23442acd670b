import { CloudUpload, WifiOff } from 'lucide-react';
import { m } from '#messages';
import { useIsOnline } from '../../ui/feedback/data-age.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { formatMoment } from '../parking-time.ts';
import { type PendingEnd, usePendingEnds } from './pending-ends.ts';

/** Says that a reservation is being ended, as of when, and what that waits for. */
export function EndingNote({ end }: { end: PendingEnd }) {
  const isOnline = useIsOnline();
  const now = useNow();
  const Icon = isOnline ? CloudUpload : WifiOff;
  return (
    <div
      role="status"
      className="bg-raised shadow-float flex items-center gap-3 rounded-card border border-line px-4 py-3"
    >
      <Icon aria-hidden="true" className="size-6 shrink-0 text-brand-ink" />
      <div className="flex min-w-0 flex-1 flex-col">
        <p className="text-capped font-bold wrap-anywhere">{m.ending_title({ place: end.place })}</p>
        <p className="text-capped-sm text-muted">{describeWaiting(end, { isOnline, now })}</p>
      </div>
    </div>
  );
}

function describeWaiting(
  { endedAt, isHidden }: PendingEnd,
  { isOnline, now }: { isOnline: boolean; now: Date },
): string {
  const time = formatMoment(endedAt, now);
  if (!isOnline) return m.ending_offline({ time });
  return isHidden ? m.ending_hidden({ time }) : m.ending_waits({ time });
}

/** A note for each reservation that is being ended. */
export function EndingNotes() {
  return usePendingEnds().map((end) => <EndingNote key={end.id} end={end} />);
}
