const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santo_Domingo', dateStyle: 'short' });
/** All year, as there is no summer time. */
const OFFSET_HOURS = 4;
const HOUR_MS = 3_600_000;

/** The day on the clocks of Santo Domingo, such as '2026-11-22'. */
export const toSantoDomingoDay = (time: number): string => DAY.format(time);

/** When AZUL's `YYYYMMDDHHMMSS` was, in milliseconds since 1970; null when it is no time. */
export function parseSantoDomingoTime(text: string): number | null {
  const [, ...digits] = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (digits.length === 0) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = digits.map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) + OFFSET_HOURS * HOUR_MS;
}
