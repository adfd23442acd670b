import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import type { DayRange } from '../../../domain/days/day-range.ts';
import { amountSchema, CURRENCIES } from '../../../domain/money/cents.ts';
import { PROVIDER_METHODS } from '../../../domain/money/payment.ts';
import { dataClient } from '../../data/connection.ts';
import { readRow } from '../../ui/table/parse-rows.ts';
import { officeKeys } from '../keys.ts';

export const SERVICES = ['azul', 'paypal', 'locks', 'mail', 'push'] as const;

const time = z.iso.datetime({ offset: true });

/** What the database functions `overview_*` return. */
const FIGURES = {
  /** How many spaces there are of each kind now, in a single row. */
  spaces: z.object({ free: z.number(), in_use: z.number(), out_of_service: z.number() }),
  /** A full hour of today, and the spaces in use at that moment. */
  hours: z.object({ hour: time, in_use: z.number() }),
  /** This month until today, and the same days of the month before, in a single row; money in the installation's currency. */
  months: z.object({
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
  }),
  /** The reservations that began in some days, and their hours; id and name are null for spaces without a zone. */
  zones: z.object({
    zone_id: z.string().nullable(),
    name: z.string().nullable(),
    spaces: z.number(),
    reservations: z.number(),
    hours: z.number(),
  }),
  /** What some days brought in each zone, in the installation's currency; null as above. */
  takings: z.object({
    zone_id: z.string().nullable(),
    name: z.string().nullable(),
    reservations: z.number(),
    revenue: z.number(),
  }),
  /** The reservations that began on a day, those of them that ended late, and by how many minutes altogether. */
  late_ends: z.object({
    day: z.iso.date(),
    reservations: z.number(),
    late_ends: z.number(),
    late_minutes: z.number(),
  }),
  /** The last run of a scheduled job; its error is a code, null after a run without one. */
  jobs: z.object({
    job: z.string(),
    started_at: time,
    run_ms: z.number(),
    error: z.string().nullable(),
    succeeded_at: time.nullable(),
    next_run_at: time,
    is_late: z.boolean(),
  }),
  /** A rule of the books that is broken. */
  books: z.object({ rule: z.string(), faults: z.number(), broken_since: time }),
  /** A declined payment; `of_reason` counts those with the same method and reason. */
  failed_payments: z.object({
    id: z.string(),
    failed_at: time,
    method: z.enum(PROVIDER_METHODS),
    failure: z.string().nullable(),
    amount: amountSchema,
    currency: z.enum(CURRENCIES),
    user_email: z.string().nullable(),
    of_reason: z.number(),
  }),
  /** A notification that was given up; `of_reason` counts those of the same kind, channel and error. */
  failed_notices: z.object({
    id: z.string(),
    failed_at: time,
    kind: z.string(),
    channel: z.enum(['mail', 'push']),
    error: z.string().nullable(),
    user_email: z.string().nullable(),
    of_reason: z.number(),
  }),
  /** What came of the last calls of a service: a code of the last failure, and how many will be tried again. */
  services: z.object({
    service: z.enum(SERVICES),
    succeeded_at: time.nullable(),
    failed_at: time.nullable(),
    error: z.string().nullable(),
    waiting: z.number().nullable(),
  }),
};

type FigureName = keyof typeof FIGURES;
export type Figure<Name extends FigureName> = z.infer<(typeof FIGURES)[Name]>;

export async function loadFigures<Name extends FigureName>(
  name: Name,
  days: DayRange | null,
  signal: AbortSignal,
): Promise<Figure<Name>[]> {
  const parameters = days === null ? {} : { first_day: days.first, last_day: days.last };
  const response = await dataClient().rpc(`overview_${name}`, parameters).abortSignal(signal);
  const rows = readRow(response, z.array<z.ZodType>(FIGURES[name]), 'figures-not-loaded');
  // The type cannot tell that the schema is the one of this name.
  return rows as Figure<Name>[];
}

export const useFigures = <Name extends FigureName>(name: Name, days: DayRange | null = null) =>
  useQuery({
    queryKey: officeKeys.overview(name, days),
    queryFn: ({ signal }) => loadFigures(name, days, signal),
  });
