import { matchQuery, type Query, type QueryKey, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { m } from '#messages';
import { Button } from '../form/button.tsx';
import { DataAge } from './data-age.tsx';

type UpdatedNoteProps = {
  /** How the keys of the queries begin. */
  queries: readonly QueryKey[];
  /** How often they are read again. */
  everyMs: number;
};

/** When the oldest of the data that is there was read, 0 without any, and whether some of it cannot be read again. */
function findAge(queries: readonly Query[]) {
  const loaded = queries.map(({ state }) => state).filter(({ dataUpdatedAt }) => dataUpdatedAt > 0);
  return {
    dataUpdatedAt: loaded.length === 0 ? 0 : Math.min(...loaded.map((state) => state.dataUpdatedAt)),
    isError: loaded.some(({ status }) => status === 'error'),
    isPaused: loaded.some(({ fetchStatus }) => fetchStatus === 'paused'),
  };
}

/** Says how old the oldest data on the page is, and reads it again at regular times and on request. */
export function UpdatedNote({ queries, everyMs }: UpdatedNoteProps) {
  const client = useQueryClient();
  const isShown = useCallback(
    (query: Query) => query.isActive() && queries.some((queryKey) => matchQuery({ queryKey }, query)),
    [queries],
  );
  const isFetching = useIsFetching({ predicate: isShown }) > 0;
  const cache = client.getQueryCache();
  // A text, because the hook compares what it reads by identity.
  const age = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => JSON.stringify(findAge(cache.findAll({ predicate: isShown }))),
  );
  const refresh = useCallback(() => void client.refetchQueries({ predicate: isShown }), [client, isShown]);

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [refresh, everyMs]);

  return (
    <div className="flex flex-wrap items-center gap-3">
      <DataAge query={JSON.parse(age)} />
      <RefreshButton isRefreshing={isFetching} onRefresh={refresh} />
    </div>
  );
}

export function RefreshButton({ isRefreshing, onRefresh }: { isRefreshing: boolean; onRefresh: () => void }) {
  return (
    <Button variant="secondary" size="small" onClick={onRefresh}>
      <RefreshCw aria-hidden="true" className={clsx('size-4', isRefreshing && 'animate-spin')} />
      {m.action_refresh()}
    </Button>
  );
}
