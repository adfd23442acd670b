/** The last number of an id and the texts around it. Numbers of more digits would not be exact. */
const LAST_NUMBER = /^(.*?)(\d{1,15})(\D*)$/s;

/**
 * The ids of so many locks, from the first one on: the last number counts up and keeps its digits. Null when it has no
 * number, or one with too few digits.
 */
export function createDeviceRange(first: string, count: number): string[] | null {
  const [, prefix = '', number = '', suffix = ''] = LAST_NUMBER.exec(first.trim()) ?? [];
  if (number === '') return null;
  const ids = Array.from(
    { length: count },
    (_, index) => `${prefix}${String(Number(number) + index).padStart(number.length, '0')}${suffix}`,
  );
  return ids.every((id) => id.length === ids[0]?.length) ? ids : null;
}
