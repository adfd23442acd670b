import * as z from 'zod';
import { amountSchema } from '../../../domain/money/amount-schema.ts';
import { type Cents, formatCents, sumCents, toCents } from '../../../domain/money/cents.ts';
import { PROVIDER_METHODS } from '../../../domain/money/charge-method.ts';
import { ENTRY_KINDS } from '../../../domain/money/entry-kinds.ts';
import { PAYMENT_STATES, REFUNDABLE_STATES } from '../../../domain/money/payment-states.ts';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { toProblem } from '../../data/database-problem.ts';
import { parseRow } from '../../data/parse-rows.ts';
import { REFUND_COLUMNS, refundSchema } from '../refund-row.ts';

const time = z.iso.datetime({ offset: true });

const chargeSchema = z
  .object({
    id: z.string(),
    kind: z.enum(ENTRY_KINDS),
    reason: z.string().nullable(),
    created_at: time,
    amount: amountSchema,
    tax: amountSchema,
  })
  .transform(({ created_at: createdAt, ...row }) => ({ ...row, createdAt }));

const PAYMENT_COLUMNS = `id, purpose, method, state, amount, refunded, currency, provider_order, provider_reference, paid_with, created_at, payment_refunds(${REFUND_COLUMNS})`;

const paymentSchema = z
  .object({
    id: z.string(),
    method: z.enum(PROVIDER_METHODS),
    state: z.enum(PAYMENT_STATES),
    amount: amountSchema,
    refunded: amountSchema,
    provider_order: z.string().nullable(),
    provider_reference: z.string().nullable(),
    paid_with: z.string().nullable(),
    created_at: time,
    payment_refunds: z.array(refundSchema),
  })
  .transform((row) => ({
    id: row.id,
    method: row.method,
    state: row.state,
    amount: row.amount,
    refunded: row.refunded,
    order: row.provider_order,
    reference: row.provider_reference,
    paidWith: row.paid_with,
    createdAt: row.created_at,
    refunds: row.payment_refunds,
  }));

const moneySchema = z.object({
  charges: z.array(chargeSchema),
  payments: z.array(paymentSchema),
  receipts: z.array(z.object({ id: z.string(), number: z.number() })),
});

/** What the driver was charged, or got back. */
export type Charge = z.infer<typeof chargeSchema>;
export type Payment = z.infer<typeof paymentSchema>;

/** The money of a reservation, the oldest first. */
export type ReservationMoney = z.infer<typeof moneySchema>;

/** @throws Problem `money-not-loaded` */
export async function loadReservationMoney(id: string, signal: AbortSignal): Promise<ReservationMoney> {
  const select = (table: string, columns: string, order: string) =>
    dataClient().from(table).select(columns).eq('reservation_id', id).order(order).abortSignal(signal);
  const [charges, payments, receipts] = await Promise.all([
    select('reservation_charges', 'id, kind, reason, created_at, amount, tax', 'created_at'),
    select('payments', PAYMENT_COLUMNS, 'created_at'),
    select('receipts', 'id, number', 'number'),
  ]);
  const error = charges.error ?? payments.error ?? receipts.error;
  if (error) throw new Problem('money-not-loaded', { cause: error });
  const rows = { charges: charges.data, payments: payments.data, receipts: receipts.data };
  return parseRow(moneySchema, rows, 'money-not-loaded');
}

export function summarizeCharges(charges: readonly Charge[]) {
  const amounts = charges.map(({ amount }) => amount);
  return {
    charged: sumCents(amounts.filter((amount) => amount > 0)),
    givenBack: toCents(-sumCents(amounts.filter((amount) => amount < 0))),
    /** The most that can be given back. */
    kept: sumCents(amounts),
    tax: sumCents(charges.map(({ tax }) => tax)),
  };
}

/** What can go back to the cards or PayPal accounts that it came from. */
export const sumRefundable = (payments: readonly Payment[]): Cents =>
  sumCents(
    payments
      .filter(({ state }) => REFUNDABLE_STATES.includes(state))
      .map(({ amount, refunded }) => toCents(amount - refunded)),
  );

export type RequestedRefund = { amount: Cents; isToSource: boolean; reason: string };

/** Gives money back. A second try with the same key changes nothing. @throws Problem `money-not-saved` */
export async function refundReservation(
  reservation: string,
  { amount, isToSource, reason }: RequestedRefund,
  key: string,
): Promise<void> {
  const { error } = await dataClient().rpc('refund_reservation', {
    reservation,
    amount: formatCents(amount),
    to_source: isToSource,
    reason,
    key,
  });
  if (error) throw toProblem(error, 'money-not-saved');
}
