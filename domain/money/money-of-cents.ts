import { m } from '#messages';
import { getCurrencySymbol } from '../reservations/money.ts';
import { type Cents, formatCents, groupThousands, toCents } from './cents.ts';

/** Such as '$15.00', or 'RD$15.00' where the operator charges pesos. */
export function formatMoneyOf(amount: Cents): string {
  return m.money_amount({ symbol: getCurrencySymbol(), amount: groupThousands(formatCents(amount)) });
}

/** A price, which has two decimals at most, in cents. */
export const toPriceCents = (price: number): Cents => toCents(Math.round(price * 100));
