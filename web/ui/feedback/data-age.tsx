import { onlineManager } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { m } from '#messages';
import { isToday } from '../../../domain/days/country-time.ts';
import { formatTableClock } from '../../../domain/language/format.ts';
import { fromDeviceTime } from '../platform/clock.ts';
import { isOnline } from '../platform/connection-state.ts';
import { formatTime } from '../platform/format-time.ts';

type DataAgeProps = { query: { dataUpdatedAt: number; isError: boolean; isPaused: boolean } };

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange);

/** Says when the data of a query was read, and warns while it cannot be read again. Nothing before the first data. */
export function DataAge({ query: { dataUpdatedAt, isError, isPaused } }: DataAgeProps) {
  const isOnline = useIsOnline();
  if (dataUpdatedAt === 0) return null;
  const updated = fromDeviceTime(dataUpdatedAt);
  const time = isToday(updated) ? formatTableClock(updated) : formatTime(updated.toISOString());
  if (isOnline && !isError && !isPaused) {
    return <p className="text-muted text-sm tabular-nums">{m.updated_at({ time })}</p>;
  }
  return (
    <p role="status" className="text-danger flex items-center gap-2 text-sm font-semibold tabular-nums">
      <WifiOff aria-hidden="true" className="size-4 shrink-0" />
      {isOnline ? m.outdated_not_read({ time }) : m.outdated_offline({ time })}
    </p>
  );
}

export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline);
}

/** Says while the device has no connection what does not work, before somebody tries it. */
export function OfflineNote({ children }: { children: ReactNode }) {
  const isOnline = useIsOnline();
  return (
    <p role="status" className="text-muted flex items-center gap-2 text-sm font-semibold empty:hidden">
      {isOnline ? null : (
        <>
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {children}
        </>
      )}
    </p>
  );
}
