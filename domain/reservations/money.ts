import { m } from '#messages';
import { getInstallation } from '../installation.ts';
import { groupThousands } from '../money/cents.ts';

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

/** Such as '$5/hr' or '$2.50/hr', for the map's info window. */
export function formatShortHourlyRate(amount: number): string {
  if (!Number.isInteger(amount)) return formatHourlyRate(amount);
  return m.money_hourly_rate({ amount: m.money_amount({ symbol: getCurrencySymbol(), amount }) });
}

/** The lowest and the highest hourly rate of some spaces, in the operator's currency. */
export type RateRange = { lowestRate: number; highestRate: number };

/** Such as '$5.00/hr', or 'from $5.00/hr' when the rates differ. */
export function formatRateRange({ lowestRate, highestRate }: RateRange, formatRate = formatHourlyRate): string {
  return lowestRate === highestRate ? formatRate(lowestRate) : m.money_from_rate({ rate: formatRate(lowestRate) });
}
