import { type Cents, parseCents, toCents } from '../../../domain/money/cents.ts';
import type { Currency } from '../../../domain/money/currency.ts';

/** What a driver may top up at once; null before the settings are loaded. */
export type TopUpLimits = { min: Cents; max: Cents } | null;

const SUGGESTED: Record<Currency, readonly number[]> = { USD: [500, 1000, 2000], DOP: [20_000, 50_000, 100_000] };

const isWithin = (amount: Cents, limits: TopUpLimits) =>
  limits === null || (amount >= limits.min && amount <= limits.max);

type Situation = { currency: Currency; limits: TopUpLimits; missing: Cents | null };

/** Amounts to choose from: first the one that is missing, if any, then round ones beyond it. */
export function suggestAmounts({ currency, limits, missing }: Situation): Cents[] {
  const least = missing === null ? null : toCents(Math.max(missing, limits?.min ?? 0));
  const round = SUGGESTED[currency].map(toCents).filter((amount) => least === null || amount > least);
  const all = least === null ? round : [least, ...round];
  return all.filter((amount) => isWithin(amount, limits)).slice(0, 3);
}

/** Such as '1,500' or '12.50' as somebody types it; null for anything else and beyond the limits. */
export function parseAmount(text: string, limits: TopUpLimits): Cents | null {
  const plain = text.trim();
  if (!/^(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.\d{1,2})?$/.test(plain)) return null;
  const amount = parseCents(plain.replaceAll(',', ''));
  return isWithin(amount, limits) ? amount : null;
}
