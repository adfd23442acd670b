import * as z from 'zod';
import { toCamelCase } from '../../../domain/camel-case.ts';
import { amountSchema } from '../../../domain/money/amount-schema.ts';
import { type Cents, sumCents, toCents } from '../../../domain/money/cents.ts';
import { type EntryKind, RESERVATION_ENTRY_KINDS } from '../../../domain/money/entry-kinds.ts';
import { toPriceCents } from '../../../domain/money/money.ts';
import {
  getRefundable,
  PAYMENT_STATES,
  PROVIDER_METHODS,
  type ProviderMethod,
  REFUND_STATES,
} from '../../../domain/money/payment.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { dataClient } from '../../data/connection.ts';
import { readRow } from '../../ui/table/parse-rows.ts';

const entriesSchema = z.array(z.object({ kind: z.string(), amount: amountSchema }));
const refundSchema = z
  .object({ amount: amountSchema, state: z.enum(REFUND_STATES), is_second_capture: z.boolean() })
  .transform((row) => toCamelCase(row));
const paymentsSchema = z.array(
  z
    .object({
      method: z.enum(PROVIDER_METHODS),
      state: z.enum(PAYMENT_STATES),
      amount: amountSchema,
      refunded: amountSchema,
      payment_refunds: z.array(refundSchema),
    })
    .transform(({ payment_refunds: refunds, ...payment }) => ({
      method: payment.method,
      refundable: getRefundable({ ...payment, refunds }),
    })),
);

const selectEntries = (reservationId: string, kinds: readonly EntryKind[]) =>
  dataClient().from('wallet_entries').select('kind, amount').eq('reservation_id', reservationId).in('kind', kinds);

/** What cancelling gives back: all of it to the wallet, or a part of it on to where that came from. */
export type ReservationRefund = { total: Cents; toSource: Cents; source: ProviderMethod | null };

/** By the rules of the database's `cancel_reservation`. @throws Problem `money-not-loaded` */
export async function loadReservationRefund({
  id,
  price,
}: Pick<Reservation, 'id' | 'price'>): Promise<ReservationRefund> {
  const [entries, payments] = await Promise.all([
    selectEntries(id, RESERVATION_ENTRY_KINDS),
    dataClient()
      .from('payments')
      .select('method, state, amount, refunded, payment_refunds(amount, state, is_second_capture)')
      .eq('reservation_id', id)
      .order('captured_at', { ascending: false }),
  ]);
  const paid = -sumCents(readRow(entries, entriesSchema, 'money-not-loaded').map(({ amount }) => amount));
  const total = toCents(Math.max(0, Math.min(paid, toPriceCents(price))));
  const sources = readRow(payments, paymentsSchema, 'money-not-loaded').filter(({ refundable }) => refundable > 0);
  const left = sumCents(sources.map(({ refundable }) => refundable));
  return { total, toSource: toCents(Math.min(total, left)), source: sources[0]?.method ?? null };
}

/** What a cancellation has given back: to the wallet, and of that on to where it came from. */
export type GivenBack = { total: Cents; toSource: Cents };

/** @throws Problem `money-not-loaded` */
export async function loadGivenBack(reservationId: string): Promise<GivenBack> {
  const response = await selectEntries(reservationId, ['cancellation', 'refund_requested']).order('created_at');
  const entries = readRow(response, entriesSchema, 'money-not-loaded');
  // An operator may have sent other parts back before.
  const [cancelled, ...sent] = entries.slice(entries.findIndex(({ kind }) => kind === 'cancellation'));
  if (cancelled?.kind !== 'cancellation') return { total: toCents(0), toSource: toCents(0) };
  return { total: cancelled.amount, toSource: toCents(-sumCents(sent.map(({ amount }) => amount))) };
}
