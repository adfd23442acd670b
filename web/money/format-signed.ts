import { type Cents, toCents } from '../../domain/money/cents.ts';
import { formatMoneyOf } from '../../domain/money/money-of-cents.ts';

/** An amount that may be below zero, such as '−$5.00'. */
export const formatSigned = (amount: Cents): string =>
  amount < 0 ? `−${formatMoneyOf(toCents(-amount))}` : formatMoneyOf(amount);
