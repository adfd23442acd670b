import { m } from '#messages';
import { type Cents, toCents } from '../../domain/money/cents.ts';
import { formatMoneyOf } from '../../domain/money/money-of-cents.ts';

/** Such as '+$20.00' or '−$15.00'. */
export function formatEntryAmount(amount: Cents): string {
  const text = formatMoneyOf(toCents(Math.abs(amount)));
  return amount < 0 ? m.wallet_amount_out({ amount: text }) : m.wallet_amount_in({ amount: text });
}
