import { useQuery } from '@tanstack/react-query';
import { addMonths } from 'date-fns/addMonths';
import { lastDayOfMonth } from 'date-fns/lastDayOfMonth';
import { lightFormat } from 'date-fns/lightFormat';
import { parseISO } from 'date-fns/parseISO';
import { subMonths } from 'date-fns/subMonths';
import * as z from 'zod';
import { getLocale } from '#language';
import { getCountryDay } from '../../../domain/days/day-range.ts';
import { toRules } from '../../../domain/language/format.ts';
import { amountSchema, type Cents } from '../../../domain/money/cents.ts';
import { ACCOUNT_KINDS } from '../../../domain/money/ledger.ts';
import { dataClient } from '../../data/connection.ts';
import { save } from '../../data/database-problem.ts';
import { saveFile } from '../../ui/platform/save-file.ts';
import { readRow, readRows } from '../../ui/table/parse-rows.ts';
import { moneyKeys } from '../keys.ts';
import { ACCOUNTS, FILE_NAMES, type FileOfMonth, type MonthFile } from './month-files.ts';

/** The books are kept for ten years. */
const SHOWN_MONTHS = 121;

/** Such as '2026-03', the newest first. */
export function listMonths(now: Date): string[] {
  const today = parseISO(getCountryDay(now));
  return Array.from({ length: SHOWN_MONTHS }, (_, back) => lightFormat(subMonths(today, back), 'yyyy-MM'));
}

/** Whether more can still be posted in it. */
export const isOver = (month: string, now: Date): boolean =>
  lightFormat(addMonths(parseISO(`${month}-01`), 1), 'yyyy-MM-dd') <= getCountryDay(now);

/** Such as 'March 2026'. */
export const formatMonth = (month: string) =>
  parseISO(`${month}-01`).toLocaleDateString(toRules(getLocale()), { month: 'long', year: 'numeric' });

/** The first and the last day, as the table of fiscal documents has them in its address. */
export const toDays = (month: string) =>
  new URLSearchParams({ from: `${month}-01`, to: lightFormat(lastDayOfMonth(parseISO(`${month}-01`)), 'yyyy-MM-dd') });

export type MonthTotals = { entries: number; tax: Cents; total: Cents };

const totalsSchema = z
  .array(z.object({ file: z.enum(FILE_NAMES), entries: z.number(), tax: amountSchema, total: amountSchema }))
  .transform((rows) => new Map<MonthFile, MonthTotals>(rows.map(({ file, ...totals }) => [file, totals])));

const call = (name: string, month: string, after: object, signal: AbortSignal) =>
  dataClient()
    .rpc(`accounting_${name}`, { month: `${month}-01`, ...after })
    .abortSignal(signal);

const ACCOUNT_ORDER: readonly unknown[] = ACCOUNT_KINDS;

export const loadAccounts = async (month: string, signal: AbortSignal) =>
  readRow(await call('accounts', month, {}, signal), z.array(ACCOUNTS.schema), 'money-not-loaded').toSorted(
    (a, b) => ACCOUNT_ORDER.indexOf(a.account) - ACCOUNT_ORDER.indexOf(b.account),
  );

/** What the page shows of a month before its files. */
export async function loadMonth(month: string, signal: AbortSignal) {
  const [accounts, totals] = await Promise.all([loadAccounts(month, signal), call('totals', month, {}, signal)]);
  return { accounts, totals: readRow(totals, totalsSchema, 'money-not-loaded') };
}

/** The rows of a file after those that are here, at most EXPORT_PAGE_ROWS. */
export const readPage = async ({ file, schema }: FileOfMonth, month: string, after: object, signal: AbortSignal) =>
  readRows(await call(file, month, after, signal), schema, 'money-not-loaded');

const closedSchema = z.object({
  month: z.string(),
  closed_at: z.string(),
  closed_by: z.string(),
  reason: z.string().nullable(),
  first_number: z.number(),
  last_number: z.number(),
  size: z.number().nullable(),
  hash: z.string().nullable(),
  state: z.enum(['waiting', 'ready', 'failed', 'absent']),
  alarm: z.enum(['late', 'unexplained']).nullable(),
});

/** How months were closed, and what became of their packages. */
export const loadClosedMonths = async ({ signal }: { signal: AbortSignal }) =>
  readRow(await dataClient().rpc('list_closed_months').abortSignal(signal), z.array(closedSchema), 'money-not-loaded');

/** Who has closed a month, and when; null while it is open. */
export const useClosedMonth = (month: string) =>
  useQuery({
    queryKey: moneyKeys.month(month, 'closed'),
    queryFn: loadClosedMonths,
    select: (months) => months.find((closed) => closed.month === `${month}-01`) ?? null,
    refetchInterval: ({ state }) => state.data?.some((closed) => closed.state === 'waiting') && 5000,
  });

export const closeMonth = (month: string, reason: string) =>
  save(dataClient().rpc('close_month', { month: `${month}-01`, reason }), 'money-not-saved');

export async function savePackage(month: string): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  while (parts.at(-1)?.length !== 0) {
    const part = await dataClient().rpc('closed_month_part', { month: `${month}-01`, part: parts.length });
    const text = readRow(part, z.string(), 'money-not-loaded');
    parts.push(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
  }
  saveFile(`${month}.tar.gz`, parts, 'application/gzip');
}
