import { m } from '#messages';
import { toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../domain/money/money-of-cents.ts';
import type { GivenBack } from './stay-refund.ts';

export function describeGivenBack({ total, toSource }: GivenBack): string {
  if (total === 0) return m.cancelled_nothing_back();
  if (toSource === 0) return m.cancelled_to_wallet({ amount: formatMoneyOf(total) });
  if (toSource === total) return m.cancelled_to_source({ amount: formatMoneyOf(total) });
  return m.cancelled_to_both({ source: formatMoneyOf(toSource), wallet: formatMoneyOf(toCents(total - toSource)) });
}
