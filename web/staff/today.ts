import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { m } from '#messages';
import { toCamelCase } from '../../domain/camel-case.ts';
import { momentSchema, periodColumns, withPeriod } from '../../domain/days/period.ts';
import { amountSchema } from '../../domain/money/cents.ts';
import { foldText, stripSeparators } from '../../domain/plain-text.ts';
import { RESERVATION_STATUSES } from '../../domain/reservations/reservation.ts';
import type { HeldDuty } from '../account/session/duties.tsx';
import { dataClient } from '../data/connection.ts';
import { save, toRepeatableProblem } from '../data/database-problem.ts';
import { readRow, readRows } from '../ui/table/parse-rows.ts';
import { staffKeys } from './keys.ts';

/** A row of the function `staff_today`, which names no driver. */
const staySchema = z
  .object({
    id: z.string(),
    space_id: z.string(),
    space_name: z.string(),
    zone_name: z.string().nullable(),
    plate: z.string().nullable(),
    ...periodColumns,
    status: z.enum(RESERVATION_STATUSES),
    arrived_at: z.iso.datetime({ offset: true }).nullable(),
    /** Whether the car came in by its plate and pays when it leaves. */
    is_open: z.boolean().default(false),
    warning: z.enum(['paid', 'meets', 'long']).nullable().default(null),
    /** Until when a car may leave whose driver paid on a phone. */
    paid_until: momentSchema.nullable().default(null),
  })
  .transform((row) => toCamelCase(withPeriod(row)));

export type Stay = z.infer<typeof staySchema>;
type Timed = Pick<Stay, 'startsAt' | 'endsAt' | 'status' | 'arrivedAt' | 'isOpen'>;

/** The reservations of today and tomorrow in the zones of the caller, by time. Without a connection the last list stays. */
export const TODAY = queryOptions({
  queryKey: staffKeys.today(),
  queryFn: async ({ signal }) =>
    readRows(await dataClient().rpc('staff_today').abortSignal(signal), staySchema, 'todays-reservations-not-loaded')
      .rows,
  placeholderData: keepPreviousData,
  refetchInterval: 30_000,
  gcTime: 86_400_000,
});
/** Reports a space to the operator. A repeat with the same id is one report. @throws Problem with the rule that was broken, or `message-not-sent` */
export const reportSpace = (report: { id: string; space: string; note: string }) =>
  save(dataClient().rpc('report_space', report), 'message-not-sent');

export const TONES = {
  inside: 'positive',
  arrives: 'brand',
  parked: 'positive',
  late: 'danger',
  over: 'neutral',
} as const;

/** What the list says of a stay: open, to come, here, late, or over. */
export function getStayState({ status, startsAt, endsAt, arrivedAt, isOpen }: Timed, now: Date) {
  if (isOpen) return 'inside';
  if (status !== 'active' || endsAt <= now) return 'over';
  if (arrivedAt !== null) return 'parked';
  return startsAt < now ? 'late' : 'arrives';
}

const fold = (text: string | null) => stripSeparators(foldText(text ?? ''));

/** Whether the plate or the space has what somebody typed. */
export const isFound = ({ plate, spaceName }: Stay, typed: string) =>
  fold(plate).includes(fold(typed)) || fold(spaceName).includes(fold(typed));

const walkInSchema = z
  .object({
    id: z.string(),
    plate: z.string(),
    space_name: z.string().nullable(),
    zone_name: z.string().nullable(),
    ...periodColumns,
    is_open: z.boolean(),
    amount: amountSchema,
    paid_until: momentSchema.nullable().default(null),
    /** False where somebody entered a car that was inside already, or has a reservation. */
    is_new: z.boolean().default(true),
  })
  .transform((row) => toCamelCase(withPeriod(row)));

export type WalkIn = z.infer<typeof walkInSchema>;

const call = async (name: string, args: object): Promise<WalkIn> =>
  readRow(await dataClient().rpc(name, args), walkInSchema, 'shift-not-saved', toRepeatableProblem);
export const enterPlate = (entry: { key: string; zone: string | null; plate: string }) => call('enter_plate', entry);
export const quoteExit = (reservation: string) => call('quote_exit', { reservation });
export const leave = (exit: Record<string, string>) => call('leave', exit);
/** Says that a car whose paid time is over has left. The id of the stay is the key, so a repeat changes nothing. */
export const markGone = (key: string) =>
  leave({ key, reservation: key, method: 'unpaid', reason: m.stay_gone_reason() });
/** Takes the payment of a held reservation. Its id is the key, so a repeat changes nothing. */
export const payHeld = ({ key: _, ...exit }: Record<string, string>) => call('pay_at_desk', exit);

/** Whether the caller may sell by this duty. */
export const sells = ({ duty, needsFactor }: HeldDuty) => !needsFactor && (duty === 'cashier' || duty === 'manager');
