import { m } from '#messages';
import { toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf, toPriceCents } from '../../../domain/money/money.ts';
import { calculatePrice } from '../../../domain/reservations/price.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';

type ChangedPrice = {
  reservation: Reservation;
  hourlyRate: number;
  hours: number;
  isSameSpace: boolean;
  isLate: boolean;
};

/**
 * What a reservation costs after a change, in the operator's currency, as the database calculates it: a shorter time on
 * the same space costs no more than before, and after free cancelling has ended nothing is given back.
 */
export function priceOfChange({ reservation, hourlyRate, hours, isSameSpace, isLate }: ChangedPrice): number {
  const price = calculatePrice({ hourlyRate, hours });
  const atMost = isSameSpace && hours < reservation.durationHours ? Math.min(price, reservation.price) : price;
  return isLate ? Math.max(atMost, reservation.price) : atMost;
}

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
