import { millisecondsInHour } from 'date-fns/constants';

/** Per hour, in the operator's currency, when neither the space nor its zone has a price. */
export const FALLBACK_HOURLY_RATE = 5;
/** Per hour, in the operator's currency; the database has the same limit. */
export const MAX_PRICE = 10_000;

/**
 * The price of a reservation in the operator's currency, which the database calculates again before it charges it: both round
 * a half cent up. A rate of 0 stays free, any other costs at least a cent.
 */
export function calculatePrice({ hourlyRate, hours }: { hourlyRate: number | null; hours: number }): number {
  // Whole numbers below 2^53: in fractions, 2.15 times 1.5 is less than 3.225.
  const rateCents = Math.round((hourlyRate ?? FALLBACK_HOURLY_RATE) * 100);
  const milliseconds = Math.round(hours * millisecondsInHour);
  const cents = Math.floor((2 * rateCents * milliseconds + millisecondsInHour) / (2 * millisecondsInHour));
  return Math.max(cents, rateCents > 0 ? 1 : 0) / 100;
}
