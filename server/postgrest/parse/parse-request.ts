import { DataError, unreadable } from '../data-error.ts';
import { Cursor } from './cursor.ts';
import { type Filter, parseFilter, parseLogic } from './parse-filter.ts';
import { type OrderTerm, parseOrder } from './parse-order.ts';
import { type Preferences, parsePreferences } from './parse-preferences.ts';
import { parseSelect, type SelectItem } from './parse-select.ts';

/** Which rows of a table, in which order. */
export type Rows = { filters: Filter[]; order: OrderTerm[]; limit: number | null; offset: number };

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

/** What is read of a request; tests give it as it is. */
export type RequestParts = {
  method: string;
  search: URLSearchParams;
  header: (name: string) => string | undefined;
  /** Says which parameters are arguments of a function and no filters. */
  isArgument?: (name: string) => boolean;
};

const OBJECT_TYPE = 'application/vnd.pgrst.object+json';
const ACCEPTABLE = /^(application\/(json|\*|vnd\.pgrst\.(object|array)\+json)|\*\/\*)$/;
const SINGLE = new Set(['select', 'columns', 'on_conflict', 'order', 'limit', 'offset']);

const noRows = (): Rows => ({ filters: [], order: [], limit: null, offset: 0 });

function badRange(details: string): DataError {
  return new DataError(416, 'PGRST103', 'Requested range not satisfiable', { details });
}

function parseCount(what: 'limit' | 'offset', text: string): number {
  if (what === 'limit' && /^-\d+$/.test(text)) throw badRange('Limit should be greater than or equal to zero.');
  if (!/^\d{1,9}$/.test(text)) throw unreadable(`${what} parameter`, text);
  return Number(text);
}

function parseNames(what: string, text: string): string[] {
  const cursor = new Cursor(text, what);
  const names = cursor.list(() => cursor.name());
  cursor.expectEnd();
  return names;
}

/** A key such as `parking_spaces.status` or `not.or`: the embedded table it speaks of, and the word. */
function parseKey(key: string): { path: string; word: string; isNegated: boolean } {
  const cursor = new Cursor(key, 'tree path');
  const names = [cursor.name()];
  while (cursor.accept('.')) names.push(cursor.name());
  cursor.expectEnd();
  const word = names.pop() ?? '';
  const isNegated = names.at(-1) === 'not' && (word === 'and' || word === 'or');
  if (isNegated) names.pop();
  return { path: names.join('.'), word, isNegated };
}

/** Reads one parameter that says which rows: `limit`, `offset`, `order`, `or`, `and`, or a filter. */
function readRowsParameter(rows: Rows, word: string, isNegated: boolean, value: string): void {
  if (word === 'order') rows.order = parseOrder(value);
  else if (word === 'limit') rows.limit = parseCount(word, value);
  else if (word === 'offset') rows.offset = parseCount(word, value);
  else if (word === 'and' || word === 'or') rows.filters.push(parseLogic(word, isNegated, value));
  else rows.filters.push(parseFilter(word, value));
}

/** `Range: 0-9` says limit and offset in another way; with both, what they share counts. @throws DataError PGRST103 */
function narrowToRange(rows: Rows, header: string | undefined): void {
  const match = header?.match(/^(\d{1,9})-(\d{1,9})?$/);
  if (!match) return;
  const end = rows.limit === null ? Number.POSITIVE_INFINITY : rows.offset + rows.limit;
  const rangeEnd = match[2] === undefined ? Number.POSITIVE_INFINITY : Number(match[2]) + 1;
  const from = Math.max(rows.offset, Number(match[1]));
  const to = Math.min(end, rangeEnd);
  if (to <= from && rangeEnd <= Number(match[1])) {
    throw badRange('The lower boundary must be lower than or equal to the upper boundary in the Range header.');
  }
  rows.offset = from;
  rows.limit = to === Number.POSITIVE_INFINITY ? null : Math.max(0, to - from);
}

/** @throws DataError PGRST107 when the client takes nothing this API writes */
function readAccept(accept: string | undefined): boolean {
  const types = (accept || '*/*').split(',').map((type) => type.trim());
  // A parameter other than its weight or charset asks for another form, such as one without nulls.
  const plain = types.map((type) => type.replace(/;\s*(q|charset)=[^;]*/gi, ''));
  const chosen = plain.find((type) => ACCEPTABLE.test(type));
  if (chosen === undefined) {
    throw new DataError(406, 'PGRST107', `None of these media types are available: ${types.join(', ')}`);
  }
  return chosen === OBJECT_TYPE;
}

/**
 * Reads address and headers of a request.
 * @throws DataError for whatever cannot be read; nothing is passed over
 */
export function parseRequest({ method, search, header, isArgument = () => false }: RequestParts): DataRequest {
  const names = (key: string) => (search.has(key) ? parseNames(`${key} parameter`, search.get(key) ?? '') : null);
  const request: DataRequest = {
    select: parseSelect(search.get('select') ?? ''),
    rows: noRows(),
    embedded: new Map(),
    columns: names('columns'),
    onConflict: names('on_conflict'),
    preferences: parsePreferences(header('prefer') ?? ''),
    wantsObject: readAccept(header('accept')),
  };
  const seen = new Set<string>();
  for (const [key, value] of search) {
    if (isArgument(key)) continue;
    const { path, word, isNegated } = parseKey(key);
    if (SINGLE.has(word) && seen.has(key)) throw unreadable(`${word} parameter`, value);
    seen.add(key);
    if (path === '' && ['select', 'columns', 'on_conflict', 'apikey'].includes(word)) continue;
    const rows = path === '' ? request.rows : (request.embedded.get(path) ?? noRows());
    if (path !== '') request.embedded.set(path, rows);
    readRowsParameter(rows, word, isNegated, value);
  }
  if (method === 'GET' || method === 'HEAD') narrowToRange(request.rows, header('range'));
  return request;
}
