import { subDays } from 'date-fns';
import * as z from 'zod';
import { PROVIDERS } from '../../../domain/money/charge-method.ts';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { toProblem } from '../../data/database-problem.ts';
import { parseRow } from '../../data/parse-rows.ts';
import { REFUND_COLUMNS, refundSchema } from '../refund-row.ts';

/** More than these wait elsewhere for nobody. */
const MOST_SHOWN = 50;
const FAILED_FOR_DAYS = 14;

export const DIFFERENCE_KINDS = [
  'amount',
  'missing-here',
  'missing-there',
  'captured-twice',
  'bad-signature',
  'dispute',
  'not-confirmed',
] as const;

const differenceSchema = z
  .object({
    id: z.string(),
    provider: z.enum(PROVIDERS),
    kind: z.enum(DIFFERENCE_KINDS),
    payment_id: z.string().nullable(),
    provider_order: z.string(),
    detail: z.string(),
    created_at: z.iso.datetime({ offset: true }),
  })
  .transform(({ provider_order: order, created_at: createdAt, payment_id: paymentId, ...row }) => ({
    ...row,
    order,
    createdAt,
    paymentId,
  }));

/** What the provider's record and ours disagree about. */
export type Difference = z.infer<typeof differenceSchema>;

const warningsSchema = z.object({
  differences: z.array(differenceSchema),
  manual: z.array(refundSchema),
  failed: z.array(refundSchema),
});

export type MoneyWarnings = z.infer<typeof warningsSchema>;

/** What an operator has to look into: open differences, refunds to be made by hand, and those that failed lately. */
export async function loadWarnings(now: Date, signal: AbortSignal): Promise<MoneyWarnings> {
  const refunds = () => dataClient().from('payment_refunds').select(REFUND_COLUMNS);
  const [differences, manual, failed] = await Promise.all([
    dataClient()
      .from('payment_differences')
      .select('id, provider, kind, payment_id, provider_order, detail, created_at')
      .is('resolved_at', null)
      .order('created_at')
      .limit(MOST_SHOWN)
      .abortSignal(signal),
    refunds().eq('state', 'manual').order('created_at').limit(MOST_SHOWN).abortSignal(signal),
    refunds()
      .eq('state', 'failed')
      .gte('finished_at', subDays(now, FAILED_FOR_DAYS).toISOString())
      .order('created_at')
      .limit(MOST_SHOWN)
      .abortSignal(signal),
  ]);
  const error = differences.error ?? manual.error ?? failed.error;
  if (error) throw new Problem('money-not-loaded', { cause: error });
  const rows = { differences: differences.data, manual: manual.data, failed: failed.data };
  return parseRow(warningsSchema, rows, 'money-not-loaded');
}

const resolvedSchema = z.array(z.object({ id: z.string() }));

/** Closes a difference with what it was; also fine where another administrator was faster. @throws Problem `money-not-saved` */
export async function resolveDifference(id: string, resolution: string): Promise<void> {
  const { data, error } = await dataClient()
    .from('payment_differences')
    .update({ resolution })
    .eq('id', id)
    .is('resolved_at', null)
    .select('id');
  if (error) throw toProblem(error, 'money-not-saved');
  parseRow(resolvedSchema, data, 'money-not-saved');
}

/** Counts a payment that an operator has read in the provider's portal. @throws Problem by the database's key, else `money-not-saved` */
export async function confirmPayment(payment: string, reference: string, reason: string): Promise<void> {
  const { error } = await dataClient().rpc('confirm_payment', { payment, provider_reference: reference, reason });
  if (error) throw toProblem(error, 'money-not-saved');
}
