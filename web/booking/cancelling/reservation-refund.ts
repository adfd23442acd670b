import * as z from 'zod';
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

import { Problem } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { dataClient } from '../../data/connection.ts';
import { parseRow } from '../../ui/data-table/parse-rows.ts';

const entriesSchema = z.array(z.object({ kind: z.string(), amount: amountSchema }));
const refundSchema = z
  .object({ amount: amountSchema, state: z.enum(REFUND_STATES), is_second_capture: z.boolean() })
  .transform(({ is_second_capture: isSecondCapture, ...refund }) => ({ ...refund, isSecondCapture }));
const paymentsSchema = z.array(
  z
    .object({
      method: z.enum(PROVIDER_METHODS),
      state: z.enum(PAYMENT_STATES),
      amount: amountSchema,
      refunded: amountSchema,
      payment_refunds: z.array(refundSchema),
    })
    .transform(({ method, payment_refunds: refunds, ...payment }) => ({
      method,
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
  const cause = entries.error ?? payments.error;
  if (cause) throw new Problem('money-not-loaded', { cause });
  const paid = -sumCents(parseRow(entriesSchema, entries.data, 'money-not-loaded').map(({ amount }) => amount));
  const total = toCents(Math.max(0, Math.min(paid, toPriceCents(price))));
  const sources = parseRow(paymentsSchema, payments.data, 'money-not-loaded').filter(
    ({ refundable }) => refundable > 0,
  );
  const left = sumCents(sources.map(({ refundable }) => refundable));
  return { total, toSource: toCents(Math.min(total, left)), source: sources[0]?.method ?? null };
}

/** What a cancellation has given back: to the wallet, and of that on to where it came from. */
export type GivenBack = { total: Cents; toSource: Cents };

/** @throws Problem `money-not-loaded` */
export async function loadGivenBack(reservationId: string): Promise<GivenBack> {
  const { data, error } = await selectEntries(reservationId, ['cancellation', 'refund_requested']).order('created_at');
  if (error) throw new Problem('money-not-loaded', { cause: error });
  const entries = parseRow(entriesSchema, data, 'money-not-loaded');
  // An operator may have sent other parts back before.
  const [cancelled, ...sent] = entries.slice(entries.findIndex(({ kind }) => kind === 'cancellation'));
  if (cancelled?.kind !== 'cancellation') return { total: toCents(0), toSource: toCents(0) };
  return { total: cancelled.amount, toSource: toCents(-sumCents(sent.map(({ amount }) => amount))) };
}
