import { DataError } from '../data-error.ts';
import { Cursor } from './cursor.ts';

/** Another table that belongs to the rows, as a client asks for it. */
export type EmbedItem = {
  kind: 'embed';
  relation: string;
  alias: string | null;
  hint: string | null;
  isInner: boolean;
  items: SelectItem[];
};

/** What a client wants of a table: columns, and other tables that belong to the rows. */
export type SelectItem =
  | { kind: 'all' }
  | { kind: 'column'; name: string; alias: string | null; cast: string | null }
  | EmbedItem;

/** Types a column may be cast to; a statement takes the word from here, never from the request. */
const CASTS = [
  ...['text', 'int', 'integer', 'bigint', 'numeric', 'float8', 'boolean'],
  ...['uuid', 'date', 'timestamp', 'timestamptz', 'json', 'jsonb'],
];

/** Each level can multiply the rows of the one above it by a whole page. */
const MAX_EMBED_DEPTH = 4;
const MAX_EMBEDS = 8;

const AGGREGATES = ['avg', 'count', 'max', 'min', 'sum'];

function readCast(cursor: Cursor): string {
  const type = cursor.name();
  return CASTS.find((known) => known === type) ?? cursor.fail();
}

function readEmbed(cursor: Cursor, relation: string, alias: string | null): EmbedItem {
  let hint: string | null = null;
  let isInner = false;
  while (cursor.accept('!')) {
    const word = cursor.name();
    if (word === 'inner') isInner = true;
    else if (word !== 'left') hint = hint === null ? word : cursor.fail();
  }
  const items = cursor.inBrackets(() => (cursor.isNext(')') ? [] : readItems(cursor)));
  return { kind: 'embed', relation, alias, hint, isInner, items };
}

/** @throws DataError PGRST123: aggregates are off, as they are on Supabase, but for the number of related rows */
function refuseAggregate(cursor: Cursor, name: string): void {
  const isNumber = name === 'count' && cursor.isNext('()');
  if (!isNumber && !AGGREGATES.some((word) => cursor.isNext(`.${word}()`))) return;
  throw new DataError(400, 'PGRST123', 'Use of aggregate functions is not allowed');
}

function readItem(cursor: Cursor): SelectItem {
  if (cursor.accept('*')) return { kind: 'all' };
  let name = cursor.name();
  let alias: string | null = null;
  if (!cursor.isNext('::') && cursor.accept(':')) {
    alias = name;
    name = cursor.name();
  }
  refuseAggregate(cursor, name);
  if (cursor.isNext('!') || cursor.isNext('(')) return readEmbed(cursor, name, alias);
  return { kind: 'column', name, alias, cast: cursor.accept('::') ? readCast(cursor) : null };
}

function readItems(cursor: Cursor): SelectItem[] {
  return cursor.list(() => readItem(cursor));
}

const embedsIn = (items: readonly SelectItem[]) => items.filter((item) => item.kind === 'embed');

const countEmbeds = (items: readonly SelectItem[]): number =>
  embedsIn(items).reduce((count, { items: inner }) => count + 1 + countEmbeds(inner), 0);

const embedDepth = (items: readonly SelectItem[]): number =>
  Math.max(0, ...embedsIn(items).map(({ items: inner }) => 1 + embedDepth(inner)));

/** @throws DataError PGRST100 for embedded tables that are too deep or too many */
function requireFewEmbeds(items: readonly SelectItem[]): void {
  const isTooDeep = embedDepth(items) > MAX_EMBED_DEPTH;
  if (!isTooDeep && countEmbeds(items) <= MAX_EMBEDS) return;
  throw new DataError(400, 'PGRST100', 'The select parameter embeds too many tables', {
    details: `At most ${MAX_EMBEDS} tables can be embedded, at most ${MAX_EMBED_DEPTH} levels deep`,
  });
}

/** Reads a `select` parameter; an empty one means every column. @throws DataError PGRST100 */
export function parseSelect(text: string): SelectItem[] {
  if (text === '') return [{ kind: 'all' }];
  const cursor = new Cursor(text, 'select parameter');
  const items = readItems(cursor);
  cursor.expectEnd();
  requireFewEmbeds(items);
  return items;
}
