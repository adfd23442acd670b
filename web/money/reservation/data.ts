import * as z from 'zod';
import { amountSchema } from '../../../domain/money/amount-schema.ts';
import { type Cents, formatCents, sumCents, toCents } from '../../../domain/money/cents.ts';
import { ENTRY_KINDS } from '../../../domain/money/entry-kinds.ts';
import { getRefundable } from '../../../domain/money/payment.ts';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { toProblem } from '../../data/database-problem.ts';
import { parseRow } from '../../ui/data-table/parse-rows.ts';
import { PAYMENT_COLUMNS, type Payment, paymentSchema } from '../payment-row.ts';
import type { RequestedRefund } from '../refund-dialog.tsx';

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

const moneySchema = z.object({
  charges: z.array(chargeSchema),
  payments: z.array(paymentSchema),
  receipts: z.array(z.object({ id: z.string(), number: z.number() })),
});

/** What the driver was charged, or got back. */
export type Charge = z.infer<typeof chargeSchema>;

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
export const sumRefundable = (payments: readonly Payment[]): Cents => sumCents(payments.map(getRefundable));

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
