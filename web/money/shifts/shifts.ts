import * as z from 'zod';
import { m } from '#messages';
import { momentSchema } from '../../../domain/days/period.ts';
import { amountSchema } from '../../../domain/money/cents.ts';
import { actorSchema } from '../../../domain/staff/duties.ts';
import { dataClient } from '../../data/connection.ts';
import { save, toRepeatableProblem } from '../../data/database-problem.ts';
import { readRow, readRows } from '../../ui/table/parse-rows.ts';
import { moneyKeys } from '../keys.ts';

/** The amounts of a shift, in the order of its slip. */
export const AMOUNT_LABELS = {
  opening_float: m.shift_float(),
  cash: m.shift_sold({ method: m.payment_cash() }),
  terminal: m.shift_sold({ method: m.payment_terminal() }),
  transfer: m.shift_sold({ method: m.payment_transfer() }),
  refunds: m.shift_refunds(),
  drop: m.shift_move({ kind: 'drop' }),
  in: m.shift_move({ kind: 'in' }),
  out: m.shift_move({ kind: 'out' }),
  expected: m.audit_column_expected(),
  counted: m.audit_column_counted(),
  difference: m.audit_column_difference(),
  correction: m.shift_correction(),
};
export const AMOUNT_NAMES = Object.keys(AMOUNT_LABELS) as (keyof typeof AMOUNT_LABELS)[];

const AMOUNT = String.raw`\d{1,7}([.]\d{1,2})?`;
export const AMOUNT_FIELD = {
  name: 'amount',
  label: m.shift_amount(),
  pattern: AMOUNT,
  inputMode: 'decimal',
} as const;
export const CORRECTION_FIELD = { name: 'amount', label: m.shift_correct_amount(), pattern: `-?${AMOUNT}` };
export const REASON_FIELD = { name: 'reason', label: m.shift_reason() };

/** Most are missing or null until the shift is counted. */
const amount = amountSchema.nullish();
const shiftSchema = z.object({
  opening_float: amount,
  cash: amount,
  terminal: amount,
  transfer: amount,
  refunds: amount,
  drop: amount,
  in: amount,
  out: amount,
  expected: amount,
  counted: amount,
  difference: amount,
  correction: amount,
  id: z.string(),
  cashier: actorSchema,
  zone_name: z.string().nullable(),
  day: z.string(),
  is_own: z.boolean(),
  opened_at: momentSchema,
  closed_at: momentSchema.nullable(),
  closed_by: actorSchema.nullable(),
  is_forgotten: z.boolean(),
  needs_note: z.boolean(),
  note: z.string().nullable(),
  stays: z.number().optional(),
  counts: z.record(z.string(), z.number()).nullable(),
});

export type Shift = z.infer<typeof shiftSchema>;

const movementSchema = z.object({
  id: z.string(),
  kind: z.enum(['drop', 'out']),
  amount: amountSchema,
  reason: z.string().nullable(),
  made_by: actorSchema,
  is_own: z.boolean(),
});
const deskSchema = z.object({
  shift: shiftSchema.nullable(),
  waiting: z.array(movementSchema),
  zones: z.array(z.object({ id: z.string(), name: z.string() })),
  denominations: z.array(z.number()),
});

/** The own shift, what waits for a second person, and where the caller may open one. */
const loadDesk = async ({ signal }: { signal: AbortSignal }) =>
  readRow(await dataClient().rpc('my_shift').abortSignal(signal), deskSchema, 'shifts-not-loaded');

export const OWN_DESK = { queryKey: moneyKeys.shifts('own'), queryFn: loadDesk };

/** The shifts that were opened on these days, the latest first. */
export async function listShifts(days: { first_day: string; last_day: string }, signal: AbortSignal): Promise<Shift[]> {
  return readRows(await dataClient().rpc('list_shifts', days).abortSignal(signal), shiftSchema, 'shifts-not-loaded')
    .rows;
}

/** What a function of the database does with shifts. A repeat with the same key changes nothing. */
export const changeShift = (name: string, args: object) =>
  save(dataClient().rpc(name, args), 'shift-not-saved', toRepeatableProblem);
