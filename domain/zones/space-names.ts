export const MAX_SPACES_AT_ONCE = 500;

export const MAX_NUMBER_DIGITS = 6;
const WHOLE_NUMBER = /^\d{1,6}$/;

/** Such as; `from` and `to` as typed. */
export type NameRange = { prefix: string; from: string; to: string };

/**
 * The names of a range, with as many digits as `from`. Null unless `from` and `to` are whole numbers in order, for at
 * most 500 names.
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
