/** The last number of an id and the texts around it. Numbers of more digits would not be exact. */
const LAST_NUMBER = /^(.*?)(\d{1,15})(\D*)$/s;

/** The ids of so many locks: the last number of the first id counts up and keeps its digits. Null where it cannot. */
export function createDeviceRange(first: string, count: number): string[] | null {
  const [, prefix = '', number = '', suffix = ''] = LAST_NUMBER.exec(first.trim()) ?? [];
  if (number === '') return null;
  const ids = Array.from(
    { length: count },
    (_, index) => `${prefix}${String(Number(number) + index).padStart(number.length, '0')}${suffix}`,
  );
  return ids.every((id) => id.length === ids[0]?.length) ? ids : null;
}
