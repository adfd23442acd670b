/** As many spaces as can be added at once. */
export const MAX_SPACES_AT_ONCE = 500;

/** How long the number behind a name may be. */
export const MAX_NUMBER_DIGITS = 6;
const WHOLE_NUMBER = /^\d{1,6}$/;

/** A row of names, such as; `from` and `to` as they were typed. */
export type NameRange = { prefix: string; from: string; to: string };

/**
 * The names of a range, with as many digits as its first number was typed with. Null when the numbers are no whole
 * ones, stand in the wrong order or give more than 500 names.
 */
export function createSpaceNames({ prefix, from, to }: NameRange): string[] | null {
  const [first, last] = [from.trim(), to.trim()];
  if (!WHOLE_NUMBER.test(first) || !WHOLE_NUMBER.test(last)) return null;
  const count = Number(last) - Number(first) + 1;
  if (count < 1 || count > MAX_SPACES_AT_ONCE) return null;
  return Array.from({ length: count }, (_, index) => {
    const number = String(Number(first) + index);
    return `${prefix}${number.padStart(first.length, '0')}`;
  });
}
