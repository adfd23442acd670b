import { DataError, unreadable } from './data-error.ts';
import { type Filter, parseFilter, parseLogic } from './parse-filter.ts';
import { type OrderTerm, parseOrder } from './parse-order.ts';
import { parseSelect, type SelectItem } from './parse-select.ts';

/** Which rows of a table, in which order. */
export type Rows = { filters: Filter[]; order: OrderTerm[]; limit: number | null; offset: number };

/** How the client wants to be answered; PostgREST's `Prefer`. */
export type Preferences = {
  returns: 'minimal' | 'headers-only' | 'representation' | null;
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  isCounted: boolean;
  missingIsDefault: boolean;
};

/** A request as a tree, before anything is known of the schema. */
export type DataRequest = {
  select: SelectItem[];
  rows: Rows;
  /** Rows of embedded tables, by the path of their names joined by dots. */
  embedded: Map<string, Rows>;
  columns: string[] | null;
  onConflict: string[] | null;
  preferences: Preferences;
  wantsObject: boolean;
};

const OBJECT_TYPE = 'application/vnd.pgrst.object+json';
const ACCEPTABLE = /^(application\/(json|\*|vnd\.pgrst\.object\+json)|\*\/\*)(;|$)/;

const noRows = (): Rows => ({ filters: [], order: [], limit: null, offset: 0 });

function parseCount(text: string, what: string): number {
  if (!/^\d{1,9}$/.test(text)) throw unreadable(what, text);
  return Number(text);
}

/** Reads one of the words that say which rows: `limit`, `offset`, `order`, `or`, `and`, their negations, or a filter. */
function readRowsParameter(rows: Rows, word: string, value: string): void {
  if (word === 'order') rows.order = parseOrder(value);
  else if (word === 'limit') rows.limit = parseCount(value, 'limit parameter');
  else if (word === 'offset') rows.offset = parseCount(value, 'offset parameter');
  else if (word === 'and' || word === 'or') rows.filters.push(parseLogic(word, false, value));
  else rows.filters.push(parseFilter(word, value));
}

const nameList = (text: string) => text.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'));

/** A key such as `parking_spaces.status` or `not.or`: the embedded table it speaks of, and the word. */
function splitKey(key: string): { path: string; word: string; isNegated: boolean } {
  const parts = key.split('.');
  const word = parts.pop() ?? '';
  const isNegated = parts.at(-1) === 'not' && (word === 'and' || word === 'or');
  if (isNegated) parts.pop();
  return { path: parts.join('.'), word, isNegated };
}

export function parsePreferences(header: string): Preferences {
  const words = new Map(
    header.split(',').map((part): [string, string] => {
      const [name = '', word = ''] = part.trim().split('=', 2);
      return [name, word];
    }),
  );
  const pick = <Word extends string>(name: string, known: readonly Word[]) =>
    known.find((word) => word === words.get(name)) ?? null;
  return {
    returns: pick('return', ['minimal', 'headers-only', 'representation']),
    resolution: pick('resolution', ['merge-duplicates', 'ignore-duplicates']),
    isCounted: pick('count', ['exact', 'planned', 'estimated']) !== null,
    missingIsDefault: pick('missing', ['default']) !== null,
  };
}

/** `Range: 0-9` says limit and offset in another way. @throws DataError PGRST103 when it is backwards */
function readRange(rows: Rows, header: string | undefined): void {
  const match = header?.match(/^(?:items=)?(\d{1,9})-(\d{1,9})?$/);
  if (!match) return;
  const [from, to] = [Number(match[1]), match[2] === undefined ? null : Number(match[2])];
  if (to !== null && to < from) throw new DataError(416, 'PGRST103', 'Requested range not satisfiable');
  rows.offset = from;
  if (to !== null) rows.limit = Math.min(rows.limit ?? Number.POSITIVE_INFINITY, to - from + 1);
}

/** @throws DataError PGRST107 when the client takes nothing this API writes */
function readAccept(accept: string | undefined): boolean {
  const types = (accept ?? '*/*').split(',').map((type) => type.trim());
  if (!types.some((type) => ACCEPTABLE.test(type))) {
    throw new DataError(406, 'PGRST107', `None of these media types are available: ${types.join(', ')}`);
  }
  return types.some((type) => type.startsWith(OBJECT_TYPE));
}

type HeaderReader = (name: string) => string | undefined;

/**
 * Reads address and headers of a request.
 * @param isArgument says which parameters are arguments of a function and no filters
 * @throws DataError for whatever cannot be read; nothing is ignored
 */
export function parseRequest(
  search: URLSearchParams,
  header: HeaderReader,
  isArgument: (name: string) => boolean = () => false,
): DataRequest {
  const request: DataRequest = {
    select: parseSelect(search.get('select') ?? ''),
    rows: noRows(),
    embedded: new Map(),
    columns: search.has('columns') ? nameList(search.get('columns') ?? '') : null,
    onConflict: search.has('on_conflict') ? nameList(search.get('on_conflict') ?? '') : null,
    preferences: parsePreferences(header('prefer') ?? ''),
    wantsObject: readAccept(header('accept')),
  };
  for (const [key, value] of search) {
    if (['select', 'columns', 'on_conflict', 'apikey'].includes(key) || isArgument(key)) continue;
    const { path, word, isNegated } = splitKey(key);
    const rows = path === '' ? request.rows : (request.embedded.get(path) ?? noRows());
    if (path !== '') request.embedded.set(path, rows);
    if (isNegated && (word === 'and' || word === 'or')) rows.filters.push(parseLogic(word, true, value));
    else readRowsParameter(rows, word, value);
  }
  readRange(request.rows, header('range'));
  return request;
}
