import { addMonths, lightFormat, parseISO } from 'date-fns';
import * as z from 'zod';
import { m } from '#messages';
import { parseTime } from '../../../domain/days/country-time.ts';
import { dataClient } from '../../data/connection.ts';
import { save } from '../../data/database-problem.ts';
import { readRows } from '../../ui/table/parse-rows.ts';
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

/** Those that were posted in the month, and all that wait for it. */
export const listStatements =
  (month: string) =>
  async ({ signal }: { signal: AbortSignal }) => {
    const next = lightFormat(addMonths(parseISO(`${month}-01`), 1), 'yyyy-MM-dd');
    const [first, after] = [`${month}-01`, next].map((day) => parseTime(day).toISOString());
    const isShown = `posted_at.is.null,and(posted_at.gte.${first},posted_at.lt.${after})`;
    const found = dataClient().from('settlements').select('*').or(isShown).order('deposit_date').order('id');
    return readRows(await found.abortSignal(signal), STATEMENTS.schema, 'money-not-loaded');
  };

/** Stores a statement and compares it with the books. A repeat with the same id changes nothing. */
export const importStatement = ({ lines, ...statement }: Statement & { id: string }) =>
  save(dataClient().rpc('import_settlement', { statement, lines }), 'money-not-saved');

export const endStatement = ([how, settlement]: ['post_settlement' | 'discard_settlement', unknown]) =>
  save(dataClient().rpc(how, { settlement }), 'money-not-saved');
