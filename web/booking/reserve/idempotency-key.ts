import type { Period } from '../../../domain/days/period.ts';
import type { NewReservation } from './new-reservation.ts';

/**
 * Two tries with the same values are the same reservation. Vehicle and payment method may change between them, unless the space
 * is held: then `heldFor` names both.
 */
export type Booking = Period & { spaceId: string; heldFor?: string };

type Payable = Pick<NewReservation, 'isCharged' | 'paymentMethod' | 'vehicle'>;

/** Empty where the wallet pays or nothing is charged, as such a reservation is not held. */
export const describeHold = ({ isCharged, paymentMethod, vehicle }: Payable): string =>
  isCharged && paymentMethod !== 'wallet' ? `${paymentMethod} ${vehicle.id}` : '';

/**
 * Gives the same booking the same key for as long as the form lives, so that a retry after a lost response cannot book twice.
 * Another space, start or duration gets another key.
 */
export function createIdempotencyKeys(createKey: () => string) {
  const keys = new Map<string, string>();
  const getKey = ({ spaceId, startsAt, endsAt, heldFor = '' }: Booking): string => {
    const booking = `${spaceId} ${startsAt.toISOString()} ${endsAt.toISOString()} ${heldFor}`;
    const key = keys.get(booking) ?? createKey();
    keys.set(booking, key);
    return key;
  };
  /** The next try is another reservation. */
  const forget = (used: string) => {
    for (const [booking, key] of keys) if (key === used) keys.delete(booking);
  };
  return { getKey, forget };
}
