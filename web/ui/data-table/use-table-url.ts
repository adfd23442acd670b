import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { changeTableUrl, readTableUrl, type TableChange, type TableUrlDefinition } from './table-url.ts';

/**
 * What a table shows, kept in the address: it survives a reload, the way back and a link sent to a colleague. Pages are
 * steps of the way back; words, filters and the order are not.
 */
export function useTableUrl<Named extends TableUrlDefinition['filters']>(definition: TableUrlDefinition<Named>) {
  const [address, setAddress] = useSearchParams();
  const query = useMemo(() => readTableUrl(address, definition), [address, definition]);
  // Rendered at once, as the next change begins with the address that was rendered last.
  const change = (wanted: TableChange, replace = true) =>
    setAddress((now) => changeTableUrl(now, definition, wanted), {
      replace,
      preventScrollReset: true,
      flushSync: true,
    });
  return {
    query,
    setPage: (page: number) => change({ page }, false),
    /** For an address that asks for a page which is not there: the way back must not lead to it again. */
    resetMissingPage: () => change({ page: 1 }),
    setSearch: (search: string) => change({ search }),
    setSort: (sort: NonNullable<typeof query.sort>) => change({ sort }),
    setFilter: (filter: keyof Named & string, to: string) => change({ filter, to }),
  };
}
