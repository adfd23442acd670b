import * as z from 'zod';

declare const unit: unique symbol;

/** An amount of money in whole cents. Sums and differences of it go through `toCents` again. */
export type Cents = number & { readonly [unit]: 'cents' };

/** `$` and `RD$`. */
export const CURRENCIES = ['USD', 'DOP'] as const;

export type Currency = (typeof CURRENCIES)[number];

const DECIMAL = /^(?<sign>-?)(?<whole>\d{1,12})(?:\.(?<fraction>\d{1,2}))?$/;
/** A rate has two decimals, as the database keeps it: 18 % are 1800 parts of 10,000. */
const WHOLE = 10_000;

/** @throws RangeError for anything but a whole number */
export function toCents(number: number): Cents {
  if (!Number.isSafeInteger(number)) throw new RangeError(`${number} is not a number of cents`);
  // Minus zero would print as one.
  return (number === 0 ? 0 : number) as Cents;
}

export const sumCents = (amounts: readonly Cents[]): Cents => toCents(amounts.reduce((sum, amount) => sum + amount, 0));

/**
 * Reads an amount as the database or a provider writes it, such as '590.00' or 590, without rounding.
 * @throws RangeError when it is no amount, or has more than two decimals
 */
export function parseCents(amount: string | number): Cents {
  const { sign, whole, fraction = '' } = DECIMAL.exec(String(amount))?.groups ?? {};
  if (whole === undefined) throw new RangeError(`"${amount}" is not an amount of money`);
  return toCents(Number(`${sign}${whole}${fraction.padEnd(2, '0')}`));
}

/** An amount of money in a row of the Data API. */
export const amountSchema = z.number().transform((amount) => parseCents(amount));

/** Such as '5.90', for the database and for providers. People read `formatMoney`. */
export function formatCents(cents: Cents): string {
  const digits = Math.abs(cents).toString().padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * The tax in an amount that includes it, a half cent rounded up. The database calculates the tax that is charged.
 * @param rate in percent, such as 18 or 18.5
 */
export function calculateIncludedTax(total: Cents, rate: number): Cents {
  const parts = parseCents(rate);
  const divisor = 2n * BigInt(WHOLE + parts);
  return toCents(Number((2n * BigInt(total) * BigInt(parts) + divisor / 2n) / divisor));
}

const GROUPED = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Thousands apart, as people read an amount: '1,250.00'. @param amount with two decimals */
export const groupThousands = (amount: string): string => GROUPED.format(Number(amount));
