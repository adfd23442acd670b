const HOUR_MS = 3_600_000;
/** The country has had no summer time since 2000. */
const OFFSET_MS = -4 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;
const CLOSING_HOUR = 21;

/** `YYYYMMDDHHMMSS` on the country's clocks, as AZUL writes times. */
export function formatAzulTime(time: Date): string {
  return new Date(time.getTime() + OFFSET_MS).toISOString().replaceAll(/\D/g, '').slice(0, 14);
}

const DAY = /^(?<year>\d{4})-?(?<month>\d{2})-?(?<day>\d{2})$/;

/** The first moment of a day written `YYYY-MM-DD` or `YYYYMMDD`; undefined for anything else. */
export function parseAzulDay(text: string): Date | undefined {
  const { year, month, day } = DAY.exec(text)?.groups ?? {};
  const start = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(start.getTime()) || start.getUTCDate() !== Number(day)) return undefined;
  return new Date(start.getTime() - OFFSET_MS);
}

/** AZUL's business day closes at 9 PM, when its payments are settled. */
export function findSettlement(approvedAt: Date): Date {
  const local = approvedAt.getTime() + OFFSET_MS;
  const closing = Math.floor(local / DAY_MS) * DAY_MS + CLOSING_HOUR * HOUR_MS;
  return new Date((local < closing ? closing : closing + DAY_MS) - OFFSET_MS);
}

export const addDays = (day: Date, days: number): Date => new Date(day.getTime() + days * DAY_MS);

export function addMonths(time: Date, months: number): Date {
  const later = new Date(time);
  later.setUTCMonth(later.getUTCMonth() + months);
  return later;
}
