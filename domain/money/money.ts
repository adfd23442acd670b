import { millisecondsInHour } from 'date-fns/constants';
import { getLocale } from '#language';
import { m } from '#messages';
import { getInstallation } from '../installation.ts';
import type { Language } from '../language/languages.ts';
import { type Cents, type Currency, formatCents, groupThousands, toCents } from './cents.ts';

/** Such as '−RD$15.00', in the currency that it was paid in. */
export function formatInCurrency(amount: Cents, currency: Currency, locale: Language): string {
  const symbol = m.money_symbol({ currency }, { locale });
  const text = m.money_amount({ symbol, amount: groupThousands(formatCents(toCents(Math.abs(amount)))) }, { locale });
  return amount < 0 ? `−${text}` : text;
}

/** Fiscal documents are in pesos, whatever the operator charges in. */
export const formatPesos = (amount: Cents) => formatInCurrency(amount, 'DOP', getLocale());

/** Such as '$15.00', or 'RD$15.00' where the operator charges pesos. */
export function formatMoneyOf(amount: Cents): string {
  return m.money_amount({ symbol: getCurrencySymbol(), amount: groupThousands(formatCents(amount)) });
}

/** A price, which has two decimals at most, in cents. */
export const toPriceCents = (price: number): Cents => toCents(Math.round(price * 100));

/** A total that may be below zero, such as '$5.00' or '−$5.00'. */
export const formatSigned = (amount: Cents): string => (amount < 0 ? formatMovement(amount) : formatMoneyOf(amount));

/** What came into a wallet or went out of it, such as '+$20.00' or '−$15.00'. */
export function formatMovement(amount: Cents): string {
  const text = formatMoneyOf(toCents(Math.abs(amount)));
  return amount < 0 ? m.wallet_amount_out({ amount: text }) : m.wallet_amount_in({ amount: text });
}

/** Such as '$' or 'RD$', by the currency of the installation. */
export const getCurrencySymbol = (): string => m.money_symbol({ currency: getInstallation().currency ?? '' });

/** Such as '$15.00', or 'RD$15.00' where the operator charges pesos. */
export function formatMoney(amount: number): string {
  return m.money_amount({ symbol: getCurrencySymbol(), amount: groupThousands(amount.toFixed(2)) });
}

/** Such as '$5.00/hr'. */
export function formatHourlyRate(amount: number): string {
  return m.money_hourly_rate({ amount: formatMoney(amount) });
}

/** Such as 'DOP 5.00/hr' in the sheet of zones of a demo, else '$5.00/hr'. */
export function formatSheetRate(amount: number): string {
  if (!getInstallation().sheetNamesPesos) return formatHourlyRate(amount);
  return m.money_hourly_rate({ amount: m.money_pesos({ amount: groupThousands(amount.toFixed(2)) }) });
}

/** Such as '$5/hr' or '$2.50/hr', for the map's info window. */
export function formatShortHourlyRate(amount: number): string {
  if (!Number.isInteger(amount)) return formatHourlyRate(amount);
  return m.money_hourly_rate({ amount: m.money_amount({ symbol: getCurrencySymbol(), amount }) });
}

/** The lowest and the highest hourly rate of some spaces, in the operator's currency. */
type RateRange = { lowestRate: number; highestRate: number; hasRates?: boolean | undefined };

/** Such as '$5.00/hr', or 'from $5.00/hr' when the rates differ or an hour does not always cost the same. */
export function formatRateRange(
  { lowestRate, highestRate, hasRates = false }: RateRange,
  formatRate = formatHourlyRate,
): string {
  return lowestRate === highestRate && !hasRates
    ? formatRate(lowestRate)
    : m.money_from_rate({ rate: formatRate(lowestRate) });
}

/** Per hour, in the operator's currency, when neither the space nor its zone has a price. */
export const FALLBACK_HOURLY_RATE = 5;
/** Per hour, in the operator's currency; the database has the same limit. */
export const MAX_PRICE = 10_000;

/** The price of a reservation, calculated as the database does. A rate of 0 stays free, any other costs at least a cent. */
export function calculatePrice({ hourlyRate, hours }: { hourlyRate: number | null; hours: number }): number {
  // Whole numbers below 2^53: in fractions, 2.15 times 1.5 is less than 3.225.
  const rateCents = Math.round((hourlyRate ?? FALLBACK_HOURLY_RATE) * 100);
  const milliseconds = Math.round(hours * millisecondsInHour);
  const cents = Math.floor((2 * rateCents * milliseconds + millisecondsInHour) / (2 * millisecondsInHour));
  return Math.max(cents, rateCents > 0 ? 1 : 0) / 100;
}
