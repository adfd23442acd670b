/** Dollars per hour when neither the space nor its zone has a price. */
export const FALLBACK_HOURLY_RATE = 5;
/** Dollars per hour; the database has the same limit. */
export const MAX_PRICE = 10_000;

/**
 * The price of a stay in dollars, for display: the database calculates the amount that is charged. A rate of 0 stays
 * free.
 */
export function calculatePrice({ hourlyRate, hours }: { hourlyRate: number | null; hours: number }): number {
  return Math.round((hourlyRate ?? FALLBACK_HOURLY_RATE) * hours * 100) / 100;
}
