/** Dollars an hour when neither the space nor its zone has a price. */
export const FALLBACK_HOURLY_RATE = 5;
/** The highest price of an hour in dollars; the database has the same limit. */
export const MAX_PRICE = 10_000;

/** Prices a stay in dollars, to the cent; a rate of 0 stays free. The database has the last word on the amount. */
export function calculatePrice({ hourlyRate, hours }: { hourlyRate: number | null; hours: number }): number {
  return Math.round((hourlyRate ?? FALLBACK_HOURLY_RATE) * hours * 100) / 100;
}
