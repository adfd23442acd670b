import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { changeTableUrl, parseTableUrl, type TableChange, type TableUrlDefinition } from './table-url.ts';

/** Keeps what a table shows in the address. A change of page adds a step to the browser's history, others only where asked. */
export function useTableUrl<Named extends TableUrlDefinition['filters']>(definition: TableUrlDefinition<Named>) {
  const [address, setAddress] = useSearchParams();
  const query = useMemo(() => parseTableUrl(address, definition), [address, definition]);
  // Flushed, because the next change starts from the address that was rendered last.
  const change = (next: TableChange, { replace = true, flushSync = true } = {}) =>
    setAddress((now) => changeTableUrl(now, definition, next), { replace, preventScrollReset: true, flushSync });
  return {
    query,
    setPage: (page: number) => change({ page }, { replace: false }),
    /** For a page that does not exist: replaces it, so that going back does not return to it. Called by effects. */
    resetMissingPage: () => change({ page: 1 }, { flushSync: false }),
    setSearch: (search: string) => change({ search }),
    setSort: (sort: NonNullable<typeof query.sort>) => change({ sort }),
    setFilter: (filter: keyof Named & string, to: string, history?: { replace: boolean }) =>
      change({ filter, to }, history),
  };
}
