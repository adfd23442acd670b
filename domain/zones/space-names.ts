import { createByLanguage } from '#language';
import { m } from '#messages';

const MAX_SPACES_AT_ONCE = 500;

export const MAX_NUMBER_DIGITS = 6;
const WHOLE_NUMBER = /^\d{1,6}$/;

/** Such as; `from` and `to` as typed. */
export type NameRange = { prefix: string; from: string; to: string };

/**
 * The names of a range, all numbers with the digits of the longest. Null unless `from` and `to` are whole numbers in
 * order, for at most 500 names.
 */
export function createSpaceNames({ prefix, from, to }: NameRange): string[] | null {
  const first = from.trim();
  const last = to.trim();
  if (!WHOLE_NUMBER.test(first) || !WHOLE_NUMBER.test(last)) return null;
  const count = Number(last) - Number(first) + 1;
  if (count < 1 || count > MAX_SPACES_AT_ONCE) return null;
  const digits = Math.max(first.length, last.length);
  return Array.from({ length: count }, (_, index) => `${prefix}${String(Number(first) + index).padStart(digits, '0')}`);
}

const getCollator = createByLanguage((language) => new Intl.Collator(language, { numeric: true }));

/** Compares names as people count: A-2 comes before A-10. Pages of the database come in the order of its `sort_name`. */
export const compareNames = (a: string, b: string): number => getCollator().compare(a, b);

/** The name of a space, also of one that its operator gave none. */
export const nameSpace = (name: string | null): string => name || m.reservation_unknown_space();

/** The space with its zone, such as 'A-01, Casco Colonial': the names of spaces repeat in every zone. */
export function formatSpaceInZone({ name, zoneName }: { name: string; zoneName: string | null }): string {
  return zoneName ? `${nameSpace(name)}, ${zoneName}` : nameSpace(name);
}
