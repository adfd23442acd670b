import * as z from 'zod';
import { amountSchema } from '../../../../domain/money/amount-schema.ts';
import { CURRENCIES } from '../../../../domain/money/currency.ts';
import { PROVIDER_METHODS } from '../../../../domain/money/payment.ts';
import { callForRows } from '../figures/data.ts';

// All of them throw Problem `figures-not-loaded`.

const time = z.iso.datetime({ offset: true });

const jobSchema = z.object({
  job: z.string(),
  started_at: time,
  run_ms: z.number(),
  /** A code; null after a run without an error. */
  error: z.string().nullable(),
  succeeded_at: time.nullable(),
  next_run_at: time,
  is_late: z.boolean(),
});

/** The last run of a scheduled job. */
export type JobRun = z.infer<typeof jobSchema>;

export const loadJobs = (signal: AbortSignal) => callForRows('overview_jobs', {}, jobSchema, signal);

const brokenRuleSchema = z.object({ rule: z.string(), faults: z.number(), broken_since: time });

/** The rules of the books that are broken. */
export const loadBrokenRules = (signal: AbortSignal) => callForRows('overview_books', {}, brokenRuleSchema, signal);

const failedPaymentSchema = z.object({
  id: z.string(),
  failed_at: time,
  method: z.enum(PROVIDER_METHODS),
  failure: z.string().nullable(),
  amount: amountSchema,
  currency: z.enum(CURRENCIES),
  user_email: z.string().nullable(),
  of_reason: z.number(),
});

/** A declined payment; `of_reason` counts those with the same method and reason. */
export type FailedPayment = z.infer<typeof failedPaymentSchema>;

export const loadFailedPayments = (signal: AbortSignal) =>
  callForRows('overview_failed_payments', {}, failedPaymentSchema, signal);

const failedNoticeSchema = z.object({
  id: z.string(),
  failed_at: time,
  kind: z.string(),
  channel: z.enum(['mail', 'push']),
  error: z.string().nullable(),
  user_email: z.string().nullable(),
  of_reason: z.number(),
});

/** A notification that was given up; `of_reason` counts those of the same kind, channel and error. */
export type FailedNotice = z.infer<typeof failedNoticeSchema>;

export const loadFailedNotices = (signal: AbortSignal) =>
  callForRows('overview_failed_notices', {}, failedNoticeSchema, signal);
