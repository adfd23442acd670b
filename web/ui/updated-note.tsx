import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { RefreshCw } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import { m } from '#messages';
import { Button } from './button.tsx';
import { DataAge } from './data-age.tsx';

type UpdatedNoteProps = {
  /** How the keys of the queries begin. */
  queries: readonly string[];
  /** How often they are read again. */
  everyMs: number;
};

/**
 * Says how old the oldest data on the page is, and warns when some of it cannot be read again. Reads all of it again at
 * regular times and on request.
 */
export function UpdatedNote({ queries, everyMs }: UpdatedNoteProps) {
  const client = useQueryClient();
  const isShown = useCallback(
    (query: Query) => query.isActive() && queries.includes(String(query.queryKey[0])),
    [queries],
  );
  // Renders anew whenever one of them has been read, or could not be.
  const isFetching = useIsFetching({ predicate: isShown }) > 0;
  const loaded = client
    .getQueryCache()
    .findAll({ predicate: isShown })
    .flatMap(({ state }) => (state.dataUpdatedAt > 0 ? state : []));
  const refresh = useCallback(() => void client.refetchQueries({ predicate: isShown }), [client, isShown]);

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [refresh, everyMs]);

  return (
    <div className="flex flex-wrap items-center gap-3">
      <DataAge
        query={{
          dataUpdatedAt: loaded.length === 0 ? 0 : Math.min(...loaded.map((state) => state.dataUpdatedAt)),
          isError: loaded.some(({ status }) => status === 'error'),
          isPaused: loaded.some(({ fetchStatus }) => fetchStatus === 'paused'),
        }}
      />
      <RefreshButton isRefreshing={isFetching} onRefresh={refresh} />
    </div>
  );
}

type RefreshButtonProps = { isRefreshing: boolean; onRefresh: () => void };

export function RefreshButton({ isRefreshing, onRefresh }: RefreshButtonProps) {
  return (
    <Button variant="secondary" size="small" onClick={onRefresh}>
      <RefreshCw aria-hidden="true" className={clsx('size-4', isRefreshing && 'animate-spin')} />
      {m.action_refresh()}
    </Button>
  );
}
