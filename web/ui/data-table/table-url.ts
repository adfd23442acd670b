import type { TableSort } from './table-sort.ts';

const PAGE = 'page';
const SEARCH = 'q';
const SORT = 'sort';

/** The choices of each filter, the first of which is the one that stands without saying so; null for any text. */
type Filters = Record<string, readonly [string, ...string[]] | null>;

/** What of a table is kept in the address, and what it may be. Make it once, outside of components. */
export type TableUrlDefinition<Named extends Filters = Filters> = {
  filters: Named;
  sortable: readonly string[];
  defaultSort: TableSort | null;
};

/** What a table shows: a page (from 1), the words searched for, the order and the filters. */
export type TableQuery<Named extends Filters = Filters> = {
  page: number;
  search: string;
  sort: TableSort | null;
  filters: { [Name in keyof Named]: Named[Name] extends readonly string[] ? Named[Name][number] : string };
};

const getDefault = (choices: Filters[string] | undefined) => choices?.[0] ?? '';

/** Reads what an address says of a table; what is not understood counts as not said. */
export function readTableUrl<Named extends Filters>(
  address: URLSearchParams,
  { filters, sortable, defaultSort }: TableUrlDefinition<Named>,
): TableQuery<Named> {
  const page = Number(address.get(PAGE) ?? 1);
  const [id = '', direction] = (address.get(SORT) ?? '').split('.');
  const chosen = Object.entries(filters).map(([name, choices]) => {
    const said = address.get(name) ?? '';
    const isKnown = choices === null || choices.includes(said);
    return [name, isKnown ? said : getDefault(choices)];
  });
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    search: address.get(SEARCH) ?? '',
    sort: sortable.includes(id) ? { id, desc: direction === 'desc' } : defaultSort,
    // Each filter of the definition got one of its own choices just now.
    filters: Object.fromEntries(chosen) as TableQuery<Named>['filters'],
  };
}

/** A change of what a table shows. Everything but a page leads back to the first one. */
export type TableChange = { page: number } | { search: string } | { sort: TableSort } | { filter: string; to: string };

/** The address after a change; what is as it stands without saying so is left out. */
export function changeTableUrl(
  address: URLSearchParams,
  { filters, defaultSort }: TableUrlDefinition,
  change: TableChange,
): URLSearchParams {
  const next = new URLSearchParams(address);
  const say = (name: string, value: string, standard: string) => {
    if (value === standard) next.delete(name);
    else next.set(name, value);
  };
  say(PAGE, 'page' in change ? String(Math.max(1, change.page)) : '1', '1');
  if ('search' in change) say(SEARCH, change.search, '');
  if ('sort' in change) say(SORT, sortText(change.sort), defaultSort === null ? '' : sortText(defaultSort));
  if ('filter' in change) say(change.filter, change.to, getDefault(filters[change.filter]));
  return next;
}

function sortText({ id, desc }: TableSort): string {
  return `${id}.${desc ? 'desc' : 'asc'}`;
}
