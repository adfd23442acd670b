import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import * as z from 'zod';
import { m } from '#messages';
import { toCamelCase } from '../../../domain/camel-case.ts';
import { amountSchema, type Cents, sumCents, toCents } from '../../../domain/money/cents.ts';
import { type EntryKind, RESERVATION_ENTRY_KINDS } from '../../../domain/money/ledger.ts';
import { formatMoneyOf, toPriceCents } from '../../../domain/money/money.ts';
import {
  getRefundable,
  PAYMENT_STATES,
  PROVIDER_METHODS,
  type ProviderMethod,
  REFUND_STATES,
} from '../../../domain/money/payment.ts';
import { findProblemKey, Problem, toErrorMessage } from '../../../domain/problems.ts';
import { isLocalReservation, type Reservation } from '../../../domain/reservations/reservation.ts';
import { dataClient } from '../../data/connection.ts';
import { NO_RESPONSE } from '../../data/database-problem.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { isOnline } from '../../ui/platform/connection-state.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { type ParsedRows, readRow } from '../../ui/table/parse-rows.ts';
import { bookingKeys, RESERVATION_CHANGES } from '../keys.ts';
import { findReservation } from '../reservation-row.ts';

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

/** What cancelling gives back: `total` to the wallet, of which `toSource` can go on to the card or PayPal account. */
export type ReservationRefund = { total: Cents; toSource: Cents; source: ProviderMethod | null };

/** By the rules of the database's `cancel_reservation`. */
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

/** What a cancellation has given back: `total` to the wallet, of which `toSource` went on to the card or PayPal account. */
type GivenBack = { total: Cents; toSource: Cents };

async function loadGivenBack(reservationId: string): Promise<GivenBack> {
  const response = await selectEntries(reservationId, ['cancellation', 'refund_requested']).order('created_at');
  const entries = readRow(response, entriesSchema, 'money-not-loaded');
  // An operator may have sent other parts back before.
  const [cancelled, ...sent] = entries.slice(entries.findIndex(({ kind }) => kind === 'cancellation'));
  if (cancelled?.kind !== 'cancellation') return { total: toCents(0), toSource: toCents(0) };
  return { total: cancelled.amount, toSource: toCents(-sumCents(sent.map(({ amount }) => amount))) };
}

const cancelToSource = (reservation: string) =>
  dataClient().rpc('cancel_reservation', { reservation, to_source: true }).select('id').single();

const CANCEL_RESERVATION_KEY = ['cancel-reservation'];

/** Cancels reservations, each once, and tells the outcome in a toast. After a failure it can be tried again. */
export function useCancelReservation(userId: string | null, onCancelled?: () => void) {
  const queryClient = useQueryClient();
  return useAction(
    async ({ id, refund, isCharged }: Cancellation) => {
      // The server has no row of a local reservation.
      if (!isLocalReservation({ id })) await cancelReservation(id, refund);
      if (!isCharged) return null;
      return loadGivenBack(id).catch((error: unknown) => {
        // The wallet shows it later.
        logWarning('What was given back is not known', error);
        return null;
      });
    },
    {
      isOnce: true,
      needsNetwork: false,
      getKey: ({ id }) => id,
      mutationKey: CANCEL_RESERVATION_KEY,
      invalidates: RESERVATION_CHANGES,
      // A cancelled reservation has no ticket, so a request for one would fail.
      onMutate: () => queryClient.cancelQueries({ queryKey: bookingKeys.keptTickets() }),
      onSuccess: (givenBack, { id }) => {
        toast.success(m.reservation_cancelled(), givenBack ? { description: describeGivenBack(givenBack) } : {});
        queryClient.setQueryData<ParsedRows<Reservation>>(
          bookingKeys.reservations(userId, 'open'),
          (open) => open && { ...open, rows: open.rows.filter((reservation) => reservation.id !== id) },
        );
        onCancelled?.();
      },
      onError: (error) => toast.error(toErrorMessage(error), isOnline() ? {} : { description: m.problem_offline() }),
    },
  );
}

function describeGivenBack({ total, toSource }: GivenBack): string {
  if (total === 0) return m.cancelled_nothing_back();
  if (toSource === 0) return m.cancelled_to_wallet({ amount: formatMoneyOf(total) });
  if (toSource === total) return m.cancelled_to_source({ amount: formatMoneyOf(total) });
  return m.cancelled_to_both({ source: formatMoneyOf(toSource), wallet: formatMoneyOf(toCents(total - toSource)) });
}

/** A cancellation; `isCharged` where money comes back. */
type Cancellation = { id: string; refund: RefundTarget; isCharged: boolean };

export function isCancelling(queryClient: QueryClient, { id }: Pick<Reservation, 'id'>): boolean {
  const pending = queryClient.getMutationCache().findAll({ mutationKey: CANCEL_RESERVATION_KEY, status: 'pending' });
  return pending.some(({ state }) => (state.variables as Cancellation | undefined)?.id === id);
}

/** Where what is given back goes: at once to the wallet, or on to where it came from. */
export type RefundTarget = 'wallet' | 'source';

/** Cancels an active reservation of this driver. Without a response it checks whether the request arrived. */
async function cancelReservation(id: string, refund: RefundTarget): Promise<void> {
  const { error, status } = await (refund === 'source' ? cancelToSource(id) : cancelToWallet(id));
  if (!error || (status === NO_RESPONSE && (await isCancelled(id)))) return;
  throw new Problem(findProblemKey(error.hint) ?? 'reservation-not-cancelled', { cause: error });
}

function cancelToWallet(id: string) {
  return (
    dataClient()
      .from('reservations')
      .update({ status: 'cancelled' })
      .eq('id', id)
      // Row level security hides what is not theirs: no row back means that nothing was cancelled.
      .select('id')
      .single()
  );
}

const isCancelled = (id: string): Promise<boolean> =>
  findReservation(id).then(
    (found) => found?.status === 'cancelled',
    () => false,
  );
