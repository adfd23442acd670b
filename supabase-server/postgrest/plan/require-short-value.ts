import { DataError } from '../data-error.ts';

/** PostgreSQL writes a value that it rejects into its log, and into its message, as a whole. */
const MAX_CHARACTERS = 2000;
/** Types that take any text, and JSON, of which messages have a part only. */
const TEXTS = /^(text|character|character varying|"char"|name|json|jsonb)$/;
const NUMBER_CHARACTERS: ReadonlySet<string | undefined> = new Set('-+.eE0123456789');

function isTooLong(value: unknown, type: string): boolean {
  const isLong = (text: unknown, of: string) =>
    typeof text === 'string' && text.length > MAX_CHARACTERS && !TEXTS.test(of);
  if (!Array.isArray(value)) return isLong(value, type);
  const elementType = type.replace(/\[\]$/, '');
  // Without recursion: a caller may nest arrays however deep.
  const waiting = [...value];
  while (waiting.length > 0) {
    const next: unknown = waiting.pop();
    if (Array.isArray(next)) for (const element of next) waiting.push(element);
    else if (isLong(next, elementType)) return true;
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

/** Whether JSON has a number with very many digits. Reads each character once, whatever a stranger wrote. */
export function hasLongNumber(json: string): boolean {
  let isInString = false;
  let length = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (isInString && character === '\\') at += 1;
    else if (character === '"') isInString = !isInString;
    length = !isInString && NUMBER_CHARACTERS.has(character) ? length + 1 : 0;
    if (length >= MAX_CHARACTERS) return true;
  }
  return false;
}
