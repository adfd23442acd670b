import { addMonths, lightFormat, parseISO, subMonths } from 'date-fns';
import * as z from 'zod';
import { getCountryDay } from '../../../domain/days/day-range.ts';
import { ACCOUNT_KINDS } from '../../../domain/money/account-kinds.ts';
import { amountSchema } from '../../../domain/money/amount-schema.ts';
import type { Cents } from '../../../domain/money/cents.ts';
import { dataClient } from '../../data/connection.ts';
import { toProblem } from '../../data/database-problem.ts';
import { type ParsedRows, parseRow, readRows } from '../../ui/data-table/parse-rows.ts';

/** Months to choose from: this one and the two years before. */
const SHOWN_MONTHS = 25;

/** Such as '2026-03', the newest first. */
export function listMonths(now: Date): string[] {
  const today = parseISO(getCountryDay(now));
  return Array.from({ length: SHOWN_MONTHS }, (_, back) => lightFormat(subMonths(today, back), 'yyyy-MM'));
}

/** Whether more can still be posted in it. */
export const isOver = (month: string, now: Date): boolean =>
  lightFormat(addMonths(parseISO(`${month}-01`), 1), 'yyyy-MM-dd') <= getCountryDay(now);

const accountSchema = z.object({
  account: z.enum(ACCOUNT_KINDS),
  code: z.string().nullable(),
  opening: amountSchema,
  debit: amountSchema,
  credit: amountSchema,
  closing: amountSchema,
});

export type MonthAccount = z.infer<typeof accountSchema>;

const FILES = ['journal', 'cash', 'wallets', 'receipts', 'payments', 'refunds'] as const;
export type MonthFile = (typeof FILES)[number];
export type MonthTotals = { entries: number; tax: Cents; total: Cents };

const totalsSchema = z
  .array(z.object({ file: z.enum(FILES), entries: z.number(), tax: amountSchema, total: amountSchema }))
  .transform((rows) => new Map<MonthFile, MonthTotals>(rows.map(({ file, ...totals }) => [file, totals])));

const call = (name: string, month: string, after: object, signal: AbortSignal) =>
  dataClient()
    .rpc(`accounting_${name}`, { month: `${month}-01`, ...after })
    .abortSignal(signal);

/** What the page shows of a month before its files. @throws Problem `money-not-loaded` */
export async function loadMonth(
  month: string,
  signal: AbortSignal,
): Promise<{ accounts: MonthAccount[]; totals: Map<MonthFile, MonthTotals> }> {
  const [accounts, totals] = await Promise.all([
    call('accounts', month, {}, signal),
    call('totals', month, {}, signal),
  ]);
  const error = accounts.error ?? totals.error;
  if (error) throw toProblem(error, 'money-not-loaded');
  return {
    accounts: parseRow(z.array(accountSchema), accounts.data, 'money-not-loaded').toSorted(
      (a, b) => ACCOUNT_KINDS.indexOf(a.account) - ACCOUNT_KINDS.indexOf(b.account),
    ),
    totals: parseRow(totalsSchema, totals.data, 'money-not-loaded'),
  };
}

/** The rows of a file after those that are here, at most EXPORT_PAGE_ROWS. @throws Problem `money-not-loaded` */
export async function readPage<Row>(
  { file, schema }: { file: MonthFile; schema: z.ZodType<Row> },
  month: string,
  after: object,
  signal: AbortSignal,
): Promise<ParsedRows<Row>> {
  return readRows(await call(file, month, after, signal), schema, 'money-not-loaded');
}
