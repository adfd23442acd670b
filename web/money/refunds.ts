import * as z from 'zod';
import { amountSchema, type Cents, formatCents, sumCents, toCents } from '../../domain/money/cents.ts';
import { ENTRY_KINDS } from '../../domain/money/ledger.ts';
import { getRefundable, PAYMENT_STATES, PROVIDER_METHODS, REFUND_STATES } from '../../domain/money/payment.ts';
import { dataClient } from '../data/connection.ts';
import { save } from '../data/database-problem.ts';
import { tableRow } from '../data/table-row.ts';
import { readRow, readRows } from '../ui/table/parse-rows.ts';

/** A row of `payment_refunds`: money on its way back to a card or PayPal account. */
export const refundRow = tableRow({
  id: z.string(),
  amount: amountSchema,
  reason: z.string().nullable(),
  state: z.enum(REFUND_STATES),
  error: z.string().nullable(),
  is_second_capture: z.boolean(),
  capture_reference: z.string(),
  created_at: z.iso.datetime({ offset: true }),
});

export type Refund = z.infer<typeof refundRow.schema>;

const paymentRow = tableRow({
  id: z.string(),
  method: z.enum(PROVIDER_METHODS),
  state: z.enum(PAYMENT_STATES),
  amount: amountSchema,
  refunded: amountSchema,
  provider_order: z.string().nullable(),
  provider_reference: z.string().nullable(),
  paid_with: z.string().nullable(),
  created_at: z.iso.datetime({ offset: true }),
});

const PAYMENT_COLUMNS = `${paymentRow.columns}, payment_refunds(${refundRow.columns})`;

const paymentSchema = paymentRow.schema.and(
  z.object({ payment_refunds: z.array(refundRow.schema) }).transform(({ payment_refunds: refunds }) => ({ refunds })),
);

/** A payment by card or PayPal, with what goes back of it. */
export type Payment = z.infer<typeof paymentSchema>;

const chargeRow = tableRow({
  id: z.string(),
  kind: z.enum(ENTRY_KINDS),
  reason: z.string().nullable(),
  created_at: z.iso.datetime({ offset: true }),
  amount: amountSchema,
  tax: amountSchema,
  /** Null for a driver, and for what happens by itself. */
  actor_email: z.string().nullable().default(null),
});

type Charge = z.infer<typeof chargeRow.schema>;

const receiptSchema = z.object({ id: z.string(), number: z.number() });

/** What was charged, paid and receipted for a reservation. */
export async function loadReservationMoney(id: string, signal: AbortSignal) {
  const select = (table: string, columns: string, order: string) =>
    dataClient().from(table).select(columns).eq('reservation_id', id).order(order).abortSignal(signal);
  const [charges, payments, receipts] = await Promise.all([
    select('reservation_charges', chargeRow.columns, 'created_at'),
    select('payments', PAYMENT_COLUMNS, 'created_at'),
    select('receipts', 'id, number', 'number'),
  ]);
  return {
    charges: readRow(charges, z.array(chargeRow.schema), 'money-not-loaded'),
    payments: readRow(payments, z.array(paymentSchema), 'money-not-loaded'),
    receipts: readRow(receipts, z.array(receiptSchema), 'money-not-loaded'),
  };
}

export type ReservationMoney = Awaited<ReturnType<typeof loadReservationMoney>>;

export function summarizeCharges(charges: readonly Charge[]) {
  const amounts = charges.map(({ amount }) => amount);
  return {
    charged: sumCents(amounts.filter((amount) => amount > 0)),
    givenBack: toCents(-sumCents(amounts.filter((amount) => amount < 0))),
    kept: sumCents(amounts),
    tax: sumCents(charges.map(({ tax }) => tax)),
  };
}

export const sumRefundable = (payments: readonly Payment[]): Cents => sumCents(payments.map(getRefundable));

/** The payments that filled a wallet, the newest first. */
export async function listTopUps(userId: string, from: number, to: number, signal: AbortSignal) {
  const response = await dataClient()
    .from('payments')
    .select(PAYMENT_COLUMNS)
    .eq('user_id', userId)
    .eq('purpose', 'top_up')
    .not('captured_at', 'is', null)
    .order('captured_at', { ascending: false })
    .order('id')
    .range(from, to)
    .abortSignal(signal);
  return readRows(response, paymentSchema, 'money-not-loaded');
}

export type RequestedRefund = { amount: Cents; isToSource: boolean; reason: string };

// A second try with the same key changes nothing.

export const refundReservation = (reservation: string, refund: RequestedRefund, key: string) => {
  const { isToSource: to_source, reason } = refund;
  const request = { reservation, amount: formatCents(refund.amount), to_source, reason, key };
  return save(dataClient().rpc('refund_reservation', request), 'money-not-saved');
};

export const refundTopUp = (payment: string, { amount, reason }: RequestedRefund, key: string) =>
  save(dataClient().rpc('refund_top_up', { payment, amount: formatCents(amount), reason, key }), 'money-not-saved');

/** What an operator did about a refund that no provider takes by itself. */
type ManualOutcome = { succeeded: true; provider_reference: string } | { succeeded: false; reason: string };

export const finishManualRefund = (refund: string, outcome: ManualOutcome) =>
  save(dataClient().rpc('finish_manual_refund', { refund, ...outcome }), 'money-not-saved');
