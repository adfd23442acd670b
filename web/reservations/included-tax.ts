import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { formatNumber } from '../../domain/language/format.ts';
import { calculateIncludedTax } from '../../domain/money/cents.ts';
import { formatMoneyOf, toPriceCents } from '../../domain/money/money-of-cents.ts';

/** Such as 'includes RD$9.00 ITBIS (18%)'. */
export function describeIncludedTax(price: number): string {
  const { taxRate } = getInstallation();
  const tax = calculateIncludedTax(toPriceCents(price), taxRate);
  return m.reserve_includes_tax({ amount: formatMoneyOf(tax), rate: formatNumber(taxRate) });
}
