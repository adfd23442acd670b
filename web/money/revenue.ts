import * as z from 'zod';
import type { DayRange } from '../../domain/days/day-range.ts';
import { amountSchema, type Cents, sumCents } from '../../domain/money/cents.ts';
import { dataClient } from '../data/connection.ts';
import { toProblem } from '../data/database-problem.ts';
import { readRow } from '../ui/table/parse-rows.ts';

const amountsSchema = z.object({
  charged: amountSchema,
  given_back: amountSchema,
  net: amountSchema,
  tax: amountSchema,
  earned: amountSchema,
  by_wallet: amountSchema,
  by_card: amountSchema,
  by_paypal: amountSchema,
  azul_in: amountSchema,
  azul_out: amountSchema,
  paypal_in: amountSchema,
  paypal_out: amountSchema,
  cash_in: amountSchema,
});

const daySchema = amountsSchema.extend({ day: z.iso.date() }).transform(({ day, ...amounts }) => ({ day, amounts }));

export type RevenueDay = z.infer<typeof daySchema>;
export type RevenueAmount = keyof RevenueDay['amounts'];

/** The amounts of every day of the range. */
export async function loadRevenue({ first, last }: DayRange, signal: AbortSignal): Promise<RevenueDay[]> {
  const request = dataClient().rpc('revenue_by_day', { first_day: first, last_day: last });
  return readRow(await request.abortSignal(signal), z.array(daySchema), 'money-not-loaded', toProblem);
}

export const sumDays = (days: readonly RevenueDay[], amount: RevenueAmount): Cents =>
  sumCents(days.map(({ amounts }) => amounts[amount]));

export const AMOUNTS = amountsSchema.keyof().options;
