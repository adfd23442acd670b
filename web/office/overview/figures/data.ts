import * as z from 'zod';
import type { DayRange } from '../../../../domain/days/day-range.ts';
import { dataClient } from '../../../data/connection.ts';
import { toProblem } from '../../../data/database-problem.ts';
import { parseRow } from '../../../ui/data-table/parse-rows.ts';

/** Calls the function of a card. @throws Problem `figures-not-loaded` */
export async function callForRows<Row>(
  name: string,
  parameters: object,
  row: z.ZodType<Row>,
  signal: AbortSignal,
): Promise<Row[]> {
  const { data, error } = await dataClient().rpc(name, parameters).abortSignal(signal);
  if (error) throw toProblem(error, 'figures-not-loaded');
  return parseRow(z.array(row), data, 'figures-not-loaded');
}

// All of them throw Problem `figures-not-loaded`.

async function callForRow<Row>(name: string, row: z.ZodType<Row>, signal: AbortSignal): Promise<Row> {
  const rows = await callForRows(name, {}, row, signal);
  return parseRow(row, rows[0], 'figures-not-loaded');
}

const toParameters = ({ first, last }: DayRange) => ({ first_day: first, last_day: last });

const spacesSchema = z.object({ free: z.number(), in_use: z.number(), out_of_service: z.number() });

/** How many spaces there are of each kind now. */
export type SpaceCounts = z.infer<typeof spacesSchema>;

export const loadSpaceCounts = (signal: AbortSignal) => callForRow('overview_spaces', spacesSchema, signal);

const hourSchema = z.object({ hour: z.iso.datetime({ offset: true }), in_use: z.number() });

/** A full hour of today, and the spaces in use at that moment. */
export type HourOfUse = z.infer<typeof hourSchema>;

export const loadHours = (signal: AbortSignal) => callForRows('overview_hours', {}, hourSchema, signal);

const monthsSchema = z.object({
  first_day: z.iso.date(),
  last_day: z.iso.date(),
  earlier_first_day: z.iso.date(),
  earlier_last_day: z.iso.date(),
  users: z.number(),
  new_users: z.number(),
  earlier_new_users: z.number(),
  reservations: z.number(),
  earlier_reservations: z.number(),
  revenue: z.number(),
  earlier_revenue: z.number(),
});

/** This month until today, and the same days of the month before; money in the installation's currency. */
export type Months = z.infer<typeof monthsSchema>;

export const loadMonths = (signal: AbortSignal) => callForRow('overview_months', monthsSchema, signal);

const zoneSchema = z.object({
  zone_id: z.string().nullable(),
  name: z.string().nullable(),
  spaces: z.number(),
  reservations: z.number(),
  hours: z.number(),
});

/** The reservations that began in some days, and their hours; both names are null for spaces without a zone. */
export type ZoneUse = z.infer<typeof zoneSchema>;

export const loadZoneUse = (days: DayRange, signal: AbortSignal) =>
  callForRows('overview_zones', toParameters(days), zoneSchema, signal);

const lateDaySchema = z.object({
  day: z.iso.date(),
  reservations: z.number(),
  late_ends: z.number(),
  late_minutes: z.number(),
});

/** The reservations that began on a day, those of them that ended late, and by how many minutes altogether. */
export type LateDay = z.infer<typeof lateDaySchema>;

export const loadLateEnds = (days: DayRange, signal: AbortSignal) =>
  callForRows('overview_late_ends', toParameters(days), lateDaySchema, signal);
