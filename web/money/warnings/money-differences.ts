import { subDays } from 'date-fns/subDays';
import * as z from 'zod';
import { m } from '#messages';
import { amountSchema } from '../../../domain/money/cents.ts';
import { PROVIDER_NAMES, PROVIDERS } from '../../../domain/money/payment.ts';
import { dataClient } from '../../data/connection.ts';
import { save } from '../../data/database-problem.ts';
import { tableRow } from '../../data/table-row.ts';
import { readRow } from '../../ui/table/parse-rows.ts';
import type { TableQuery } from '../../ui/table/table-url.ts';
import { loadClosedMonths } from '../month/accounting-month.ts';
import { readRecords, selectRecords } from '../records.ts';
import { refundRow } from '../refunds.ts';

const DIFFERENCE_KINDS = [
  'amount',
  'missing-here',
  'missing-there',
  'captured-twice',
  'dispute',
  'refunded-there',
  'not-a-sale',
  'bad-signature',
  'not-confirmed',
  'unverified',
  'settlement',
] as const;

type Kind = (typeof DIFFERENCE_KINDS)[number];

/** A row of `payment_differences`: what the provider's record and ours disagree about. */
const differenceRow = tableRow({
  id: z.string(),
  provider: z.enum(PROVIDERS),
  kind: z.enum(DIFFERENCE_KINDS),
  payment_id: z.string().nullable(),
  provider_order: z.string(),
  detail: z.string(),
  amount: amountSchema.nullable(),
  created_at: z.iso.datetime({ offset: true }),
  resolved_at: z.iso.datetime({ offset: true }).nullable(),
  resolution: z.string().nullable(),
  outcome: z.enum(['repaired', 'verified', 'won', 'lost']).nullable(),
});

/** With the driver who paid, who may have left, and what was to be paid. */
const differenceSchema = differenceRow.schema.and(
  z.object({
    payments: z
      .object({
        amount: amountSchema,
        profiles: z.object({ full_name: z.string().nullable(), email: z.string() }).nullable(),
      })
      .nullable()
      .default(null),
  }),
);

const DIFFERENCE_COLUMNS = `${differenceRow.columns}, payments(amount, profiles(full_name, email))`;

export type Difference = z.infer<typeof differenceSchema>;

/** The amount of the difference, else of its payment; null where neither is known. */
export const getAmount = ({ amount, payments }: Difference) => amount ?? payments?.amount ?? null;

type WithUnderscores<Name extends string> = Name extends `${infer Word}-${infer Rest}`
  ? `${Word}_${WithUnderscores<Rest>}`
  : Name;

/** A name for lists, what was found, and what an operator does about it. */
export function describeDifference(kind: Kind) {
  const key = kind.replaceAll('-', '_') as WithUnderscores<Kind>;
  return {
    name: m[`money_kind_${key}` as const](),
    found: m[`money_difference_${key}` as const](),
    todo: m[`money_difference_${key}_todo` as const](),
  };
}

/** The provider, the order there, who paid and what else is known, such as 'AZUL · 1234 · Ana Díaz'. */
export const describePlace = ({ provider, providerOrder, detail, payments }: Difference, ...more: string[]): string =>
  [
    PROVIDER_NAMES[provider],
    providerOrder,
    payments?.profiles?.full_name || (payments?.profiles?.email ?? ''),
    detail,
    ...more,
  ]
    .filter((fact) => fact !== '')
    .join(' · ');

/** How the overview's address names the list of all differences. */
export const DIFFERENCES_VIEW = { view: 'differences' } as const;

/** Stored in the address. The first choice of each filter is the default; `from` and `to` are days, both included. */
export const DIFFERENCES_URL = {
  filters: {
    state: ['open', 'resolved', 'any'],
    kind: ['alarms', 'every', ...DIFFERENCE_KINDS],
    provider: ['any', ...PROVIDERS],
    from: null,
    to: null,
  },
  sortable: ['created_at'],
  defaultSort: { id: 'created_at', desc: true },
} as const;

/** The overview shows the newest; the list has the rest. */
const MOST_DIFFERENCES = 3;
const MOST_REFUNDS = 50;
const OLD_DISPUTE_DAYS = 90;
const FAILED_FOR_DAYS = 14;

export async function loadWarnings(now: Date, signal: AbortSignal) {
  const refunds = () => dataClient().from('payment_refunds').select(refundRow.columns);
  const open = (most: number) =>
    dataClient()
      .from('payment_differences')
      .select(DIFFERENCE_COLUMNS, { count: 'exact' })
      .is('resolved_at', null)
      .is('is_alarm', true)
      .order('created_at', { ascending: false })
      .limit(most)
      .abortSignal(signal);
  const [differences, old, manual, failed, months] = await Promise.all([
    open(MOST_DIFFERENCES),
    open(MOST_REFUNDS).eq('kind', 'dispute').lt('created_at', subDays(now, OLD_DISPUTE_DAYS).toISOString()),
    refunds().eq('state', 'manual').order('created_at').limit(MOST_REFUNDS).abortSignal(signal),
    refunds()
      .eq('state', 'failed')
      .gte('finished_at', subDays(now, FAILED_FOR_DAYS).toISOString())
      .order('created_at')
      .limit(MOST_REFUNDS)
      .abortSignal(signal),
    loadClosedMonths({ signal }),
  ]);
  const disputes = readRow(old, z.array(differenceSchema), 'money-not-loaded');
  const newest = readRow(differences, z.array(differenceSchema), 'money-not-loaded');
  return {
    disputes,
    differences: newest.filter(({ id }) => disputes.every((dispute) => dispute.id !== id)),
    /** All alarms, those above included. */
    alarms: differences.count ?? 0,
    manual: readRow(manual, z.array(refundRow.schema), 'money-not-loaded'),
    failed: readRow(failed, z.array(refundRow.schema), 'money-not-loaded'),
    months: months.filter(({ alarm }) => alarm !== null),
  };
}

export function listDifferences(query: DifferencesQuery, signal: AbortSignal) {
  const { state, kind, provider, ...days } = query.filters;
  let records = selectRecords('payment_differences', DIFFERENCE_COLUMNS, days, { count: 'exact' });
  if (state === 'open') records = records.is('resolved_at', null);
  else if (state === 'resolved') records = records.not('resolved_at', 'is', null);
  if (kind === 'alarms') records = records.is('is_alarm', true);
  else if (kind !== 'every') records = records.eq('kind', kind);
  if (provider !== 'any') records = records.eq('provider', provider);
  return readRecords(records, { query, schema: differenceSchema, problem: 'money-not-loaded', signal });
}

/** Closes a difference with what it was; also fine where another administrator was faster. */
export const resolveDifference = (id: string, resolution: string) =>
  save(
    dataClient().from('payment_differences').update({ resolution }).eq('id', id).is('resolved_at', null),
    'money-not-saved',
  );

export const winDispute = (difference: string, resolution: string) =>
  save(dataClient().rpc('win_dispute', { difference, resolution }), 'money-not-saved');

export const confirmPayment = (payment: string, reference: string, reason: string) =>
  save(dataClient().rpc('confirm_payment', { payment, provider_reference: reference, reason }), 'money-not-saved');

type DifferencesQuery = TableQuery<typeof DIFFERENCES_URL.filters>;
