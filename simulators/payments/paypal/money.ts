import * as z from 'zod';
import { createBusinessError } from './paypal-error.ts';

// developer.paypal.com/reference/currency-codes; the Dominican peso is not among them.
const CURRENCIES = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' '),
);
const WITHOUT_DECIMALS = new Set(['HUF', 'JPY', 'TWD']);

export const moneySchema = z.object({
  currency_code: z.string().regex(/^[A-Z]{3}$/),
  value: z.string().regex(/^-?\d{1,10}(?:\.\d{1,8})?$/),
});

export type Money = z.infer<typeof moneySchema>;

/** In hundredths of the unit. @throws PayPalError for a currency or an amount that PayPal does not take */
export function readMoney({ currency_code, value }: Money, field: string): number {
  if (!CURRENCIES.has(currency_code)) throw createBusinessError('CURRENCY_NOT_SUPPORTED', `${field}/currency_code`);
  const [whole = '', decimals = ''] = value.split('.');
  const isPrecise = decimals.length <= 2 && !(WITHOUT_DECIMALS.has(currency_code) && Number(decimals) > 0);
  if (!isPrecise) throw createBusinessError('DECIMAL_PRECISION', `${field}/value`);
  return Number(whole + decimals.padEnd(2, '0'));
}

export const toMoney = (currency_code: string, cents: number): Money => ({
  currency_code,
  value: `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`,
});
