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
  const change = (wanted: TableChange) =>
    setAddress((now) => changeTableUrl(now, definition, wanted), {
      replace: !('page' in wanted),
      preventScrollReset: true,
    });
  return {
    query,
    setPage: (page: number) => change({ page }),
    setSearch: (search: string) => change({ search }),
    setSort: (sort: NonNullable<typeof query.sort>) => change({ sort }),
    setFilter: (filter: keyof Named & string, to: string) => change({ filter, to }),
  };
}
