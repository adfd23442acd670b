/** Such as '$15.00'. */
export function formatDollars(amount: number): string {
  return `$${amount.toFixed(2)}`;
}

/** Such as '$5.00/hr'. */
export function formatHourlyRate(dollars: number): string {
  return `${formatDollars(dollars)}/hr`;
}

/** Such as '$5/hr' or '$2.50/hr', for the map's info window. */
export function formatShortHourlyRate(dollars: number): string {
  return Number.isInteger(dollars) ? `$${dollars}/hr` : formatHourlyRate(dollars);
}

/** The lowest and the highest hourly rate of some spaces, in dollars. */
export type RateRange = { lowestRate: number; highestRate: number };

/** Such as '$5.00/hr', or 'from $5.00/hr' when the rates differ. */
export function formatRateRange({ lowestRate, highestRate }: RateRange, formatRate = formatHourlyRate): string {
  return lowestRate === highestRate ? formatRate(lowestRate) : `from ${formatRate(lowestRate)}`;
}
