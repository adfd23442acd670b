const FEWEST_RATINGS = 50;
const RATINGS_SPREAD = 100;

/** A number from 50 to 149, which is the same each time. */
export function deriveRatingCount(zoneId: string): number {
  const sum = Array.from(zoneId).reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return FEWEST_RATINGS + (sum % RATINGS_SPREAD);
}
