import { m } from '#messages';
import { type Cents, toCents } from './cents.ts';
import { formatMoneyOf } from './money-of-cents.ts';

/** A total that may be below zero, such as '$5.00' or '−$5.00'. */
export const formatSigned = (amount: Cents): string => (amount < 0 ? formatMovement(amount) : formatMoneyOf(amount));

/** What came into a wallet or went out of it, such as '+$20.00' or '−$15.00'. */
export function formatMovement(amount: Cents): string {
  const text = formatMoneyOf(toCents(Math.abs(amount)));
  return amount < 0 ? m.wallet_amount_out({ amount: text }) : m.wallet_amount_in({ amount: text });
}
