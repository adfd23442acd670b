import { millisecondsInMinute } from 'date-fns/constants';
import { WifiOff } from 'lucide-react';
import { m } from '#messages';
import { formatTableClock } from '../../../domain/language/format.ts';
import { formatMinutes } from '../../../domain/reservations/minutes.ts';

type UpdatedNoteProps = {
  /** In milliseconds since 1970. */
  updatedAt: number;
  /** The beginning of the current minute. */
  now: number;
  /** Whether the list could not be read again since. */
  isOutdated: boolean;
};

/** Says when the list was read, and how old it is when it cannot be read again. */
export function UpdatedNote({ updatedAt, now, isOutdated }: UpdatedNoteProps) {
  const time = formatTableClock(new Date(updatedAt));
  if (!isOutdated) return <p className="text-sm text-muted tabular-nums">{m.today_updated({ time })}</p>;
  const age = formatMinutes(Math.ceil((now - updatedAt) / millisecondsInMinute));
  return (
    <p
      role="status"
      className="flex items-center gap-2 rounded-control bg-danger-wash p-3 font-semibold text-danger tabular-nums"
    >
      <WifiOff aria-hidden="true" className="size-5 shrink-0" />
      {m.today_outdated({ time, age })}
    </p>
  );
}
