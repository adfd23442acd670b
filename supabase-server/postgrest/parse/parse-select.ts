import { DataError } from '../data-error.ts';
import { Cursor } from './cursor.ts';

/** A related table, as in `spaces:parking_spaces!inner(id)`. */
export type EmbedItem = {
  kind: 'embed';
  relation: string;
  alias: string | null;
  hint: string | null;
  isInner: boolean;
  items: SelectItem[];
};

export type SelectItem =
  | { kind: 'all' }
  | { kind: 'column'; name: string; alias: string | null; cast: string | null }
  | EmbedItem;

/** Types a column may be cast to. Statements take their names from here, never from a request. */
const CASTS = [
  'text',
  'int',
  'integer',
  'bigint',
  'numeric',
  'float8',
  'boolean',
  'uuid',
  'date',
  'timestamp',
  'timestamptz',
  'json',
  'jsonb',
];

const AGGREGATES = ['avg', 'count', 'max', 'min', 'sum'];

function readCast(cursor: Cursor): string {
  const type = cursor.name();
  return CASTS.find((cast) => cast === type) ?? cursor.fail();
}

function readEmbed(cursor: Cursor, relation: string, alias: string | null): EmbedItem {
  let hint: string | null = null;
  let isInner = false;
  while (cursor.accept('!')) {
    const name = cursor.name();
    if (name === 'inner') isInner = true;
    else if (name !== 'left') hint = hint === null ? name : cursor.fail();
  }
  const items = cursor.inBrackets(() => (cursor.isNext(')') ? [] : readItems(cursor)));
  return { kind: 'embed', relation, alias, hint, isInner, items };
}

/** As on Supabase, there are no aggregates except for the number of related rows. */
function rejectAggregate(cursor: Cursor, name: string): void {
  const isCount = name === 'count' && cursor.isNext('()');
  if (!isCount && !AGGREGATES.some((aggregate) => cursor.isNext(`.${aggregate}()`))) return;
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
  rejectAggregate(cursor, name);
  if (cursor.isNext('!') || cursor.isNext('(')) return readEmbed(cursor, name, alias);
  return { kind: 'column', name, alias, cast: cursor.accept('::') ? readCast(cursor) : null };
}

function readItems(cursor: Cursor): SelectItem[] {
  return cursor.list(() => readItem(cursor));
}

/** An empty `select` parameter selects every column. */
export function parseSelect(text: string): SelectItem[] {
  if (text === '') return [{ kind: 'all' }];
  const cursor = new Cursor(text, 'select parameter');
  const items = readItems(cursor);
  cursor.expectEnd();
  return items;
}
