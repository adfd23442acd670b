import { useSyncExternalStore } from 'react';
import { m } from '#messages';
import { getInstallation, watchInstallation } from '../../domain/installation.ts';
import { formatNumber } from '../../domain/language/format.ts';
import { calculateIncludedTax } from '../../domain/money/cents.ts';
import { formatMoneyOf, toPriceCents } from '../../domain/money/money-of-cents.ts';

/** Such as 'includes RD$9.00 ITBIS (18%)'; null without a price or a tax. Follows the operator's rate. */
export function useIncludedTax(price: number | null): string | null {
  const { taxRate } = useSyncExternalStore(watchInstallation, getInstallation);
  if (price === null || taxRate <= 0) return null;
  const tax = calculateIncludedTax(toPriceCents(price), taxRate);
  return m.reserve_includes_tax({ amount: formatMoneyOf(tax), rate: formatNumber(taxRate) });
}
