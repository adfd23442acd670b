import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { toCamelCase } from '../../../domain/camel-case.ts';
import { momentSchema, withPeriod } from '../../../domain/days/period.ts';
import { amountSchema } from '../../../domain/money/cents.ts';
import { overstayChargeSchema } from '../../../domain/zones/overstay.ts';
import { dataClient } from '../../data/connection.ts';
import { tableRow } from '../../data/table-row.ts';
import { readRow } from '../../ui/table/parse-rows.ts';
import { bookingKeys } from '../keys.ts';
import { adminSpaceSchema } from '../space-status/admin-space.ts';
import { adminReservationRowSchema } from './admin-reservation.ts';

const text = z.string().nullable();
const driverRow = tableRow({ user_id: z.string(), full_name: text, email: z.string(), phone: text });

const moment = momentSchema.nullable();
const overstayColumns = { amount: amountSchema, ended_at: moment, reported_at: moment, objection: text };

/** What the function `stay_at_desk` says; the driver and the money only to those who may see them. */
const staySchema = adminReservationRowSchema
  .extend({
    arrived_at: z.iso.datetime({ offset: true }).nullable(),
    device_id: z.string().nullable(),
    space: adminSpaceSchema.nullable(),
    has_shift: z.boolean(),
    acts: z.array(z.string()),
    /** What was paid and not given back. */
    paid: amountSchema.optional(),
    /** `ended_at` is when the driver says to have left, `reported_at` when the next one found the space taken. */
    overstay: overstayChargeSchema.extend(overstayColumns).transform(toCamelCase).nullish(),
    driver: driverRow.schema.nullable().default(null),
  })
  .transform((row) => toCamelCase(withPeriod(row)));

export type DeskStay = z.infer<typeof staySchema>;
export type ContactedDriver = NonNullable<DeskStay['driver']>;

/** @throws Problem `all-reservations-not-loaded` */
async function loadStay(reservation: string, signal: AbortSignal): Promise<DeskStay> {
  const response = await dataClient().rpc('stay_at_desk', { reservation }).abortSignal(signal);
  return readRow(response, staySchema, 'all-reservations-not-loaded');
}

/** A reservation as whoever stands at the desk may see it, with what they may do. */
export const useStay = (id: string) =>
  useQuery({
    queryKey: bookingKeys.stay(id),
    queryFn: ({ signal }) => loadStay(id, signal),
    staleTime: 0,
  });
