import { m } from '#messages';

/** Such as '$15.00'. */
export function formatDollars(amount: number): string {
  return m.money_amount({ amount: amount.toFixed(2) });
}

/** Such as '$5.00/hr'. */
export function formatHourlyRate(dollars: number): string {
  return m.money_hourly_rate({ amount: formatDollars(dollars) });
}

/** Such as '$5/hr' or '$2.50/hr', for the map's info window. */
export function formatShortHourlyRate(dollars: number): string {
  if (!Number.isInteger(dollars)) return formatHourlyRate(dollars);
  return m.money_hourly_rate({ amount: m.money_amount({ amount: dollars }) });
}

/** The lowest and the highest hourly rate of some spaces, in dollars. */
export type RateRange = { lowestRate: number; highestRate: number };

/** Such as '$5.00/hr', or 'from $5.00/hr' when the rates differ. */
export function formatRateRange({ lowestRate, highestRate }: RateRange, formatRate = formatHourlyRate): string {
  return lowestRate === highestRate ? formatRate(lowestRate) : m.money_from_rate({ rate: formatRate(lowestRate) });
}
