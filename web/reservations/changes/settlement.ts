import { m } from '#messages';
import { toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf, toPriceCents } from '../../../domain/money/money-of-cents.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';

type Change = { reservation: Reservation; total: number; isCharged: boolean };

/** What a change takes from the wallet or gives back to it; null for nothing. */
export function describeSettlement({ reservation, total, isCharged }: Change): string | null {
  const difference = toCents(toPriceCents(total) - toPriceCents(reservation.price));
  if (difference > 0 && isCharged) return m.change_charged({ amount: formatMoneyOf(difference) });
  if (difference < 0 && reservation.chargedTo) {
    return m.change_credited({ amount: formatMoneyOf(toCents(-difference)) });
  }
  return null;
}
