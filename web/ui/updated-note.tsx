import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { m } from '#messages';
import { formatTableClock } from '../../domain/language/format.ts';
import { RefreshButton } from './refresh-button.tsx';

type UpdatedNoteProps = {
  /** How the keys of the queries begin. */
  queries: readonly string[];
  /** How often they are read again. */
  everyMs: number;
};

/** Says how old the oldest data on the page is, and reads all of it again: by itself, and on request. */
export function UpdatedNote({ queries, everyMs }: UpdatedNoteProps) {
  const client = useQueryClient();
  const isShown = (query: Query) => query.isActive() && queries.includes(String(query.queryKey[0]));
  const isFetching = useIsFetching({ predicate: isShown }) > 0;
  const cache = client.getQueryCache();
  const readOldest = () => {
    const times = cache
      .findAll({ predicate: isShown })
      .map(({ state }) => state.dataUpdatedAt)
      .filter((time) => time > 0);
    return times.length === 0 ? null : Math.min(...times);
  };
  const oldest = useSyncExternalStore((onChange) => cache.subscribe(onChange), readOldest);
  const refresh = () => void client.refetchQueries({ predicate: isShown });

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      const predicate = (query: Query) => query.isActive() && queries.includes(String(query.queryKey[0]));
      void client.refetchQueries({ predicate });
    }, everyMs);
    return () => clearInterval(timer);
  }, [client, queries, everyMs]);

  return (
    <div className="flex flex-wrap items-center gap-3">
      {oldest === null ? null : (
        <p className="text-muted tabular-nums">{m.updated_at({ time: formatTableClock(new Date(oldest)) })}</p>
      )}
      <RefreshButton isRefreshing={isFetching} onRefresh={refresh} />
    </div>
  );
}
