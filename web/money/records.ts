import * as z from 'zod';
import { getTimesOfDays } from '../../domain/days/day-range.ts';
import type { ProblemKey } from '../../domain/problems.ts';
import { dataClient } from '../data/connection.ts';
import { toTablePage } from '../data/table-page.ts';
import { readRows, type TablePage } from '../ui/table/parse-rows.ts';
import type { TableQuery } from '../ui/table/table-url.ts';

export const RECORDS_PER_PAGE = 25;

export type Days = { from: string; to: string };
type Records = ReturnType<typeof selectRecords>;

const isDay = (text: string) => z.iso.date().safeParse(text).success;

type SelectOptions = { count?: 'exact' | undefined; time?: string };

/** The records of some days by a column of time, both days included. What is no day limits nothing. */
export function selectRecords(
  table: string,
  columns: string,
  { from, to }: Days,
  { count, time = 'created_at' }: SelectOptions = {},
) {
  let records = dataClient()
    .from(table)
    .select(columns, count ? { count } : {});
  if (isDay(from)) records = records.gte(time, getTimesOfDays({ first: from, last: from }).from);
  if (isDay(to)) records = records.lt(time, getTimesOfDays({ first: to, last: to }).to);
  return records;
}

type RecordsPage<Row> = {
  query: Pick<TableQuery, 'page' | 'sort'>;
  schema: z.ZodType<Row>;
  problem: ProblemKey;
  signal: AbortSignal;
};

/** A page of records that are counted, the newest first unless sorted. */
export async function readRecords<Row>(
  records: Records,
  { query: { page, sort }, schema, problem, signal }: RecordsPage<Row>,
): Promise<TablePage<Row>> {
  const from = (page - 1) * RECORDS_PER_PAGE;
  const response = await records
    .order('created_at', { ascending: sort?.desc === false })
    // Makes the order of equal records the same on every page.
    .order('id')
    .range(from, from + RECORDS_PER_PAGE - 1)
    .abortSignal(signal);
  return toTablePage(response, from, (rows) => readRows(rows, schema, problem));
}
