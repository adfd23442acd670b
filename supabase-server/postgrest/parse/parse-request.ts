import { createParseError, DataError } from '../data-error.ts';
import { Cursor } from './cursor.ts';
import { type Filter, type OrderTerm, parseFilter, parseLogic, parseOrder } from './parse-filter.ts';
import { parseSelect } from './parse-select.ts';

export type RowQuery = { filters: Filter[]; order: OrderTerm[]; limit: number | null; offset: number };

/** A parsed request, not yet checked against the schema. */
export type DataRequest = ReturnType<typeof parseRequest>;

type RequestInput = {
  method: string;
  search: URLSearchParams;
  header: (name: string) => string | undefined;
  /** Whether a parameter is an argument of a function and no filter. */
  isArgument?: (name: string) => boolean;
};

const SUPPORTED: Record<string, RegExp> = {
  return: /^(minimal|headers-only|representation)$/,
  resolution: /^(merge-duplicates|ignore-duplicates)$/,
  count: /^(exact|planned|estimated)$/,
  missing: /^(default|null)$/,
  tx: /^(commit|rollback)$/,
  handling: /^(strict|lenient)$/,
  'max-affected': /^\d{1,9}$/,
};

const OBJECT_TYPE = 'application/vnd.pgrst.object+json';
const ACCEPTABLE = /^(application\/(json|\*|vnd\.pgrst\.(object|array)\+json)|\*\/\*)$/;
const NOT_REPEATABLE = new Set(['select', 'columns', 'on_conflict', 'order', 'limit', 'offset']);

export const createRowQuery = (): RowQuery => ({ filters: [], order: [], limit: null, offset: 0 });

function createRangeError(details: string): DataError {
  return new DataError(416, 'PGRST103', 'Requested range not satisfiable', { details });
}

function parseCount(what: 'limit' | 'offset', text: string): number {
  if (what === 'limit' && /^-\d+$/.test(text)) throw createRangeError('Limit should be greater than or equal to zero.');
  if (!/^\d{1,9}$/.test(text)) throw createParseError(`${what} parameter`, text);
  return Number(text);
}

function parseNames(what: string, text: string): string[] {
  const cursor = new Cursor(text, what);
  const names = cursor.list(() => cursor.name());
  cursor.expectEnd();
  return names;
}

/** Parses a key such as `parking_spaces.status` or `not.or` into the path of an embedded table and the parameter's name. */
function parseKey(key: string): { path: string; name: string; isNegated: boolean } {
  const cursor = new Cursor(key, 'tree path');
  const names = [cursor.name()];
  while (cursor.accept('.')) names.push(cursor.name());
  cursor.expectEnd();
  const name = names.pop() ?? '';
  const isNegated = names.at(-1) === 'not' && (name === 'and' || name === 'or');
  if (isNegated) names.pop();
  return { path: names.join('.'), name, isNegated };
}

function addRowParameter(rows: RowQuery, name: string, isNegated: boolean, value: string): void {
  if (name === 'order') rows.order = parseOrder(value);
  else if (name === 'limit') rows.limit = parseCount(name, value);
  else if (name === 'offset') rows.offset = parseCount(name, value);
  else if (name === 'and' || name === 'or') rows.filters.push(parseLogic(name, isNegated, value));
  else rows.filters.push(parseFilter(name, value));
}

/** Narrows limit and offset to the `Range` header, such as `0-9`. */
function narrowToRange(rows: RowQuery, header: string | undefined): void {
  const match = header?.match(/^(\d{1,9})-(\d{1,9})?$/);
  if (!match) return;
  const end = rows.limit === null ? Number.POSITIVE_INFINITY : rows.offset + rows.limit;
  const rangeEnd = match[2] === undefined ? Number.POSITIVE_INFINITY : Number(match[2]) + 1;
  const from = Math.max(rows.offset, Number(match[1]));
  const to = Math.min(end, rangeEnd);
  if (to <= from && rangeEnd <= Number(match[1])) {
    throw createRangeError('The lower boundary must be lower than or equal to the upper boundary in the Range header.');
  }
  rows.offset = from;
  rows.limit = to === Number.POSITIVE_INFINITY ? null : Math.max(0, to - from);
}

function acceptsSingular(accept: string | undefined): boolean {
  const types = (accept || '*/*').split(',').map((type) => type.trim());
  // Other parameters than weight and charset ask for another format, such as one without nulls.
  const plain = types.map((type) => type.replace(/;\s*(q|charset)=[^;]*/gi, ''));
  const chosen = plain.find((type) => ACCEPTABLE.test(type));
  if (chosen === undefined) {
    throw new DataError(406, 'PGRST107', `None of these media types are available: ${types.join(', ')}`);
  }
  return chosen === OBJECT_TYPE;
}

export function parseRequest({ method, search, header, isArgument = () => false }: RequestInput) {
  const names = (key: string) => (search.has(key) ? parseNames(`${key} parameter`, search.get(key) ?? '') : null);
  const request = {
    select: parseSelect(search.get('select') ?? ''),
    rows: createRowQuery(),
    // Queries of embedded tables by their path: names joined by dots.
    embedded: new Map<string, RowQuery>(),
    columns: names('columns'),
    onConflict: names('on_conflict'),
    preferences: parsePreferences(header('prefer') ?? ''),
    isSingular: acceptsSingular(header('accept')),
  };
  const seen = new Set<string>();
  for (const [key, value] of search) {
    if (isArgument(key)) continue;
    const { path, name, isNegated } = parseKey(key);
    if (NOT_REPEATABLE.has(name) && seen.has(key)) throw createParseError(`${name} parameter`, value);
    seen.add(key);
    if (path === '' && ['select', 'columns', 'on_conflict', 'apikey'].includes(name)) continue;
    const rows = path === '' ? request.rows : (request.embedded.get(path) ?? createRowQuery());
    if (path !== '') request.embedded.set(path, rows);
    addRowParameter(rows, name, isNegated, value);
  }
  if (method === 'GET' || method === 'HEAD') narrowToRange(request.rows, header('range'));
  return request;
}

/** Unknown preferences are ignored unless handling is strict, as RFC 7240 has it. */
function parsePreferences(header: string) {
  const preferences = header
    .split(',')
    .map((preference) => preference.trim())
    .filter(Boolean);
  const values = new Map<string, string>();
  const unknown: string[] = [];
  for (const preference of preferences) {
    const [name = '', value = ''] = preference.split('=', 2);
    if (Object.hasOwn(SUPPORTED, name) && SUPPORTED[name]?.test(value)) values.set(name, values.get(name) ?? value);
    else unknown.push(preference);
  }
  // PostgREST ignores it unless configured, and so commits what the client wants rolled back.
  if (values.get('tx') === 'rollback') {
    throw new DataError(400, 'PGRST122', 'The preference tx=rollback is not supported');
  }
  const isStrict = values.get('handling') === 'strict';
  if (isStrict && unknown.length > 0) {
    throw new DataError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ')}`,
    });
  }
  return {
    returns: (values.get('return') ?? null) as 'minimal' | 'headers-only' | 'representation' | null,
    resolution: (values.get('resolution') ?? null) as 'merge-duplicates' | 'ignore-duplicates' | null,
    isCounted: values.has('count'),
    missingIsDefault: values.get('missing') === 'default',
    isStrict,
    // The most rows that a write may affect.
    maxAffected: isStrict && values.has('max-affected') ? Number(values.get('max-affected')) : null,
  };
}
