import { m } from '#messages';
import type { Language } from '../language/languages.ts';
import { type Cents, formatCents, groupThousands, toCents } from './cents.ts';
import type { Currency } from './currency.ts';

/** Such as '−RD$15.00', in the currency that it was paid in. */
export function formatInCurrency(amount: Cents, currency: Currency, locale: Language): string {
  const symbol = m.money_symbol({ currency }, { locale });
  const text = m.money_amount({ symbol, amount: groupThousands(formatCents(toCents(Math.abs(amount)))) }, { locale });
  return amount < 0 ? `−${text}` : text;
}
