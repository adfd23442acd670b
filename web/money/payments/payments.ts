import * as z from 'zod';
import { getLocale } from '#language';
import { amountSchema, type Cents } from '../../../domain/money/cents.ts';
import {
  isPaid,
  PAYMENT_PURPOSES,
  PAYMENT_STATES,
  PROVIDER_METHODS,
  type ProviderMethod,
} from '../../../domain/money/payment.ts';
import { findProblemKey, Problem, type ProblemKey, toProblemValues } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { readErrorBody } from '../../data/database-problem.ts';
import { tableRow } from '../../data/table-row.ts';
import { checkConnection } from '../../ui/platform/connection-state.ts';
import { formatDayAndTime } from '../../ui/platform/format-time.ts';
import { type ParsedRows, parseRow, readRow, readRows } from '../../ui/table/parse-rows.ts';

const timeSchema = z.iso.datetime({ offset: true });

const paymentRow = tableRow({
  id: z.guid(),
  purpose: z.enum(PAYMENT_PURPOSES),
  method: z.enum(PROVIDER_METHODS),
  reservation_id: z.string().nullable(),
  new_end: timeSchema.nullable(),
  new_start: timeSchema.nullable(),
  new_space_id: z.string().nullable(),
  new_vehicle_id: z.string().nullable(),
  amount: amountSchema,
  state: z.enum(PAYMENT_STATES),
  /** The key of the reason why it was declined. */
  failure: z.string().nullable(),
  /** Whether the money did what it was for; null as long as there is none. */
  served: z.boolean().nullable(),
  /** Such as 'Visa ···· 1732'; null before it was paid. */
  paid_with: z.string().nullable(),
  provider_reference: z.string().nullable(),
  created_at: timeSchema,
  /** Until when the space is held for it. */
  expires_at: timeSchema,
  captured_at: timeSchema.nullable(),
});

export type Payment = z.infer<typeof paymentRow.schema>;

/** What became of a payment. */
export type Outcome =
  | 'served'
  /** The money came too late: it is on its way back or has arrived there. */
  | 'going-back'
  | 'gone-back'
  | 'in-wallet'
  | 'declined'
  | 'left'
  /** The time to pay was over before the provider confirmed it. */
  | 'hold-over'
  | 'waiting';

export function findOutcome(payment: Payment, now: Date): Outcome {
  const { state, purpose, served, expiresAt, failure } = payment;
  if (isPaid(payment)) {
    if (served !== false) return 'served';
    if ((purpose !== 'reservation' && purpose !== 'exit') || state === 'captured') return 'in-wallet';
    return state === 'refunded' ? 'gone-back' : 'going-back';
  }
  if (state === 'declined') return 'declined';
  if (state === 'abandoned') return failure === 'payment-too-late' ? 'hold-over' : 'left';
  return purpose === 'reservation' && Date.parse(expiresAt) <= now.getTime() ? 'hold-over' : 'waiting';
}

/** Longer than the server may take to talk to a provider. */
const TIMEOUT_MS = 20_000;

const methodsSchema = z.object({ methods: z.array(z.string()) });

export async function loadPaymentMethods(): Promise<readonly ProviderMethod[]> {
  const response = await dataClient().functions.invoke('payments/methods', { method: 'GET' });
  const { methods } = readRow(response, methodsSchema, 'payment-methods-not-loaded');
  return PROVIDER_METHODS.filter((method) => methods.includes(method));
}

type ChangeRequest = {
  purpose: 'change';
  reservation: string;
  start: string;
  end: string;
  space: string;
  vehicle?: string;
  amount: Cents;
};

/** What a payment is for. `id` is an idempotency key: a repeat with the same id is the same payment. */
export type PaymentRequest = { id: string; method: ProviderMethod; saveCard?: boolean; card?: string } & (
  | { purpose: 'reservation' | 'exit'; reservation: string; amount: Cents }
  | { purpose: 'extension'; reservation: string; end: string; amount: Cents }
  | ChangeRequest
  | { purpose: 'top_up'; amount: Cents }
);

const webAddress = z.url({ protocol: /^https?$/ });

const nextSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('form'), action: webAddress, fields: z.array(z.tuple([z.string(), z.string()])) }),
  z.object({ kind: z.literal('redirect'), url: webAddress }),
  z.object({ kind: z.literal('none') }),
]);

/** Where the driver pays; nowhere when the payment is over already. */
export type NextStep = z.infer<typeof nextSchema>;

const begunSchema = z.object({ next: nextSchema });
const problemSchema = z.object({ problem: z.string(), detail: z.string().nullish() });

/** The server stores it first. @throws Problem `payment-not-begun` when nobody knows whether it began */
export async function beginPayment(request: PaymentRequest): Promise<NextStep> {
  if (!(await checkConnection())) throw new Problem('offline');
  const body = { ...request, language: getLocale() };
  const { data, error } = await dataClient().functions.invoke('payments', { body, timeout: TIMEOUT_MS });
  if (error) throw await toPaymentProblem(error);
  return parseRow(begunSchema, data, 'payment-not-begun').next;
}

async function toPaymentProblem(error: unknown): Promise<Problem> {
  const response = problemSchema.safeParse(await readErrorBody(error)).data;
  const key = findProblemKey(response?.problem);
  if (key === null) return new Problem('payment-not-begun', { cause: error });
  return new Problem(key, { cause: error, values: toValues(key, response?.detail) });
}

/** The parameters of the sentence; the time of an extension that is too long as people read it. */
function toValues(key: ProblemKey, detail: string | null | undefined): Problem['values'] {
  if (key !== 'extension-too-long') return toProblemValues(key, detail);
  const latest = z.iso.datetime().safeParse(detail).data;
  return { end: latest ? formatDayAndTime(latest) : '–' };
}

/** Has the server ask the provider about a payment of this driver. The row says what became of it. */
export async function checkPayment(id: string): Promise<void> {
  const path = `payments/${encodeURIComponent(id)}/check`;
  const { error } = await dataClient().functions.invoke(path, { method: 'POST', timeout: TIMEOUT_MS });
  if (error) throw error;
}

const readPayment = (response: { data: unknown; error: unknown }) =>
  readRow(response, paymentRow.schema.nullable(), 'payment-not-loaded');

/** Null when this driver has no such payment. */
export async function loadPayment(id: string): Promise<Payment | null> {
  if (!z.guid().safeParse(id).success) return null;
  return readPayment(await dataClient().from('payments').select(paymentRow.columns).eq('id', id).maybeSingle());
}

/** Whether the money of a payment has arrived, for a browser in which its driver is not signed in. */
export async function hasArrived(id: string): Promise<boolean> {
  return readRow(await dataClient().rpc('has_arrived', { payment: id }), z.boolean(), 'payment-not-loaded');
}

/** The payment that a held reservation waits for; null before one has begun. */
export async function findOpenPayment(reservationId: string): Promise<Payment | null> {
  return readPayment(
    await dataClient()
      .from('payments')
      .select(paymentRow.columns)
      .eq('reservation_id', reservationId)
      .in('state', ['created', 'pending'])
      .order('created_at', { ascending: false })
      .limit(1)
      .maybeSingle(),
  );
}

const savedCardSchema = z.object({
  id: z.guid(),
  brand: z.string(),
  last4: z.string(),
  /** Year and month, such as '202812'. */
  expires: z.string().regex(/^20\d{4}$/),
});

/** A card that AZUL keeps for a driver. */
export type SavedCard = z.infer<typeof savedCardSchema>;

export async function listSavedCards(userId: string): Promise<ParsedRows<SavedCard>> {
  const response = await dataClient()
    .from('saved_cards')
    .select('id, brand, last4, expires')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id');
  return readRows(response, savedCardSchema, 'cards-not-loaded');
}

/** Safe to repeat. */
export async function removeSavedCard(id: string): Promise<void> {
  const cards = () => dataClient().from('saved_cards');
  const removal = await cards().delete().eq('id', id);
  // Row level security keeps a card without an error.
  const kept = removal.error ? removal : await cards().select('id').eq('id', id).maybeSingle();
  if (kept.error || kept.data !== null) throw new Problem('card-not-removed', { cause: kept.error });
}
