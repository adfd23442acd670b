/** What makes two tries the same reservation. Vehicle and payment method may still change between them. */
export type Booking = { spaceId: string; startTime: Date; hours: number };

/**
 * Gives the same booking the same key for as long as the form lives, so that a retry after a lost response cannot book twice.
 * Another space, start or duration gets another key.
 */
export function createIdempotencyKeys(createKey: () => string): (booking: Booking) => string {
  const keys = new Map<string, string>();
  return ({ spaceId, startTime, hours }) => {
    const booking = `${spaceId} ${startTime.toISOString()} ${hours}`;
    const key = keys.get(booking) ?? createKey();
    keys.set(booking, key);
    return key;
  };
}
