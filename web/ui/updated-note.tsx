import { type Query, type QueryState, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { m } from '#messages';
import { Button } from './button.tsx';
import { DataAge } from './data-age.tsx';

type UpdatedNoteProps = {
  /** How the keys of the queries begin. */
  queries: readonly string[];
  /** How often they are read again. */
  everyMs: number;
};

/** 0 without any data. */
const findOldest = (loaded: readonly QueryState[]) =>
  loaded.length === 0 ? 0 : Math.min(...loaded.map((state) => state.dataUpdatedAt));

const hasFailed = (loaded: readonly QueryState[]) => loaded.some(({ status }) => status === 'error');

const isWaiting = (loaded: readonly QueryState[]) => loaded.some(({ fetchStatus }) => fetchStatus === 'paused');

/** What is read from the queries that have data. */
function useLoaded<Value extends number | boolean>(
  isShown: (query: Query) => boolean,
  read: (loaded: readonly QueryState[]) => Value,
): Value {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => read(cache.findAll({ predicate: isShown }).flatMap(({ state }) => (state.dataUpdatedAt > 0 ? state : []))),
  );
}

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
  const isFetching = useIsFetching({ predicate: isShown }) > 0;
  const dataUpdatedAt = useLoaded(isShown, findOldest);
  const isError = useLoaded(isShown, hasFailed);
  const isPaused = useLoaded(isShown, isWaiting);
  const refresh = useCallback(() => void client.refetchQueries({ predicate: isShown }), [client, isShown]);

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [refresh, everyMs]);

  return (
    <div className="flex flex-wrap items-center gap-3">
      <DataAge query={{ dataUpdatedAt, isError, isPaused }} />
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
