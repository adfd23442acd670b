const PAGE = 'page';
const SEARCH = 'q';
const SORT = 'sort';

export type TableSort = { id: string; desc: boolean };

/** The choices of each filter, the default first; null for any text. */
type Filters = Record<string, readonly [string, ...string[]] | null>;

/** What the address stores of a table. Create it once, outside of components. */
export type TableUrlDefinition<Named extends Filters = Filters> = {
  filters: Named;
  sortable: readonly string[];
  defaultSort: TableSort | null;
};

/** What a table shows; `page` counts from 1. */
export type TableQuery<Named extends Filters = Filters> = {
  page: number;
  search: string;
  sort: TableSort | null;
  filters: { [Name in keyof Named]: Named[Name] extends readonly string[] ? Named[Name][number] : string };
};

const getDefault = (choices: Filters[string] | undefined) => choices?.[0] ?? '';

/** Reads the state of a table from an address; invalid values become their defaults. */
export function parseTableUrl<Named extends Filters>(
  address: URLSearchParams,
  { filters, sortable, defaultSort }: TableUrlDefinition<Named>,
): TableQuery<Named> {
  const page = Number(address.get(PAGE) ?? 1);
  const [id = '', direction] = (address.get(SORT) ?? '').split('.');
  const chosen = Object.entries(filters).map(([name, choices]) => {
    const value = address.get(name) ?? '';
    const isValid = choices === null || choices.includes(value);
    return [name, isValid ? value : getDefault(choices)];
  });
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    search: address.get(SEARCH) ?? '',
    sort: sortable.includes(id) ? { id, desc: direction === 'desc' } : defaultSort,
    // The type cannot tell that each value is one of the choices of its filter.
    filters: Object.fromEntries(chosen) as TableQuery<Named>['filters'],
  };
}

/** A change of what a table shows. Every change except one of the page returns to the first page. */
export type TableChange = { page: number } | { search: string } | { sort: TableSort } | { filter: string; to: string };

/** The address after a change; defaults are not written into it. */
export function changeTableUrl(
  address: URLSearchParams,
  { filters, defaultSort }: TableUrlDefinition,
  change: TableChange,
): URLSearchParams {
  const next = new URLSearchParams(address);
  const setParam = (name: string, value: string, defaultValue: string) => {
    if (value === defaultValue) next.delete(name);
    else next.set(name, value);
  };
  setParam(PAGE, 'page' in change ? String(Math.max(1, change.page)) : '1', '1');
  if ('search' in change) setParam(SEARCH, change.search, '');
  if ('sort' in change) setParam(SORT, formatSort(change.sort), defaultSort === null ? '' : formatSort(defaultSort));
  if ('filter' in change) setParam(change.filter, change.to, getDefault(filters[change.filter]));
  return next;
}

function formatSort({ id, desc }: TableSort): string {
  return `${id}.${desc ? 'desc' : 'asc'}`;
}
