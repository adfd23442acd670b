import { DataError } from '../data-error.ts';

/** PostgreSQL writes a value that it rejects into its log, and into its message, as a whole. */
const MAX_CHARACTERS = 2000;
/** Types that take any text, and JSON, of which messages have a part only. */
const TEXTS = /^(text|character|character varying|"char"|name|json|jsonb)$/;
const LONG_NUMBER = new RegExp(`[-+.\\deE]{${MAX_CHARACTERS}}`);
const JSON_STRINGS = /"(?:[^"\\]|\\.)*"/g;

function isTooLong(value: unknown, type: string): boolean {
  if (TEXTS.test(type.replace(/\[\]$/, ''))) return false;
  // Without recursion: a caller may send arrays in arrays, however deep.
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) for (const element of next) waiting.push(element);
    else if (typeof next === 'string' && next.length > MAX_CHARACTERS) return true;
  }
  return false;
}

/** @throws DataError 22P02 for a value that no column or argument of this type takes */
export function requireShortValue(value: unknown, type: string): void {
  if (!isTooLong(value, type)) return;
  throw new DataError(400, '22P02', `invalid input syntax for type ${type}`, {
    details: `The value has more than ${MAX_CHARACTERS} characters`,
  });
}

/** Whether JSON has a number with very many digits. */
export function hasLongNumber(json: string): boolean {
  return LONG_NUMBER.test(json) && LONG_NUMBER.test(json.replace(JSON_STRINGS, '""'));
}
