import { addMonths } from 'date-fns/addMonths';
import { lightFormat } from 'date-fns/lightFormat';
import { parseISO } from 'date-fns/parseISO';
import * as z from 'zod';
import { m } from '#messages';
import { parseTime } from '../../../domain/days/country-time.ts';
import { toCents } from '../../../domain/money/cents.ts';
import { formatSigned } from '../../../domain/money/money.ts';
import { PROVIDERS } from '../../../domain/money/payment.ts';
import { dataClient } from '../../data/connection.ts';
import { save } from '../../data/database-problem.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { readRows } from '../../ui/table/parse-rows.ts';
import { listMonths, loadAccounts } from './accounting-month.ts';
import { column, describeTable, moneyColumn, PROVIDER, textColumn } from './month-files.ts';
import type { Statement } from './read-statement.ts';

const AMOUNTS = ['gross', 'commission', 'tax', 'withheld', 'deposit'] as const;

export const STATEMENTS = describeTable({
  provider: PROVIDER,
  number: textColumn(m.month_number()),
  deposit_date: textColumn(m.statements_day()),
  ...Object.fromEntries(AMOUNTS.map((name) => [name, moneyColumn(m[`statements_${name}` as const]())])),
  posted_at: column(m.month_state(), z.string().nullable(), (time) =>
    time === null ? m.statements_waiting() : m.statements_posted(),
  ),
});

/** Those that were posted in the month, all that wait for it, and what no statement has settled until now. */
export const loadStatements =
  (month: string) =>
  async ({ signal }: { signal: AbortSignal }) => {
    const next = lightFormat(addMonths(parseISO(`${month}-01`), 1), 'yyyy-MM-dd');
    const [first, after] = [`${month}-01`, next].map((day) => parseTime(day).toISOString());
    const isShown = `posted_at.is.null,and(posted_at.gte.${first},posted_at.lt.${after})`;
    const found = dataClient().from('settlements').select('*').or(isShown).order('deposit_date').order('id');
    const [statements, accounts] = await Promise.all([
      found.abortSignal(signal),
      loadAccounts(listMonths(getNow())[0] ?? month, signal),
    ]);
    const unsettled = PROVIDERS.map((provider) => {
      const held = accounts.find(({ account }) => account === `clearing_${provider}`)?.closing ?? 0;
      return `${m[`month_line_clearing_${provider}` as const]()}: ${formatSigned(toCents(0 - Number(held)))}`;
    });
    return { ...readRows(statements, STATEMENTS.schema, 'money-not-loaded'), unsettled: unsettled.join(' · ') };
  };

/** Stores a statement and compares it with the books. A repeat with the same id changes nothing. */
export const importStatement = ({ lines, ...statement }: Statement) =>
  save(dataClient().rpc('import_settlement', { statement, lines }), 'money-not-saved');

export const endStatement = ([how, settlement]: ['post_settlement' | 'discard_settlement', unknown]) =>
  save(dataClient().rpc(how, { settlement }), 'money-not-saved');
