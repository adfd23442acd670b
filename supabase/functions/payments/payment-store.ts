import * as z from 'zod';
import { toCamelCase, toColumns } from '../../../domain/camel-case.ts';
import { type Cents, CURRENCIES, formatCents, parseCents, toCents } from '../../../domain/money/cents.ts';
import {
  isPaid,
  PAYMENT_PURPOSES,
  PAYMENT_STATES,
  PROVIDER_METHODS,
  PROVIDERS,
  type Provider,
} from '../../../domain/money/payment.ts';
import { createParser, type VerifiedPerson } from '../shared/http.ts';

/** The highest amount that the database stores. */
const MAX_CENTS = 9_999_999_999;

const common = {
  /** Made by the browser, so that a repeat of a request is the same payment. */
  id: z.guid(),
  method: z.enum(PROVIDER_METHODS),
  saveCard: z.boolean().optional(),
  card: z.guid().optional(),
  language: z.enum(['en', 'es']),
};
const reservation = z.guid();
/** The database takes a time in these years too. */
const time = z.iso.datetime({ offset: true }).refine((time) => /^2[01]/.test(time) && !Number.isNaN(Date.parse(time)));
const amount = z.int().min(1).max(MAX_CENTS).transform(toCents);

const requestSchema = z.discriminatedUnion('purpose', [
  z.strictObject({ ...common, purpose: z.literal('reservation'), reservation, amount: amount.optional() }),
  z.strictObject({ ...common, purpose: z.literal('exit'), reservation, amount }),
  // Times, space and vehicle are the new ones of the reservation.
  z.strictObject({ ...common, purpose: z.literal('extension'), reservation, end: time, amount: amount.optional() }),
  z.strictObject({
    ...common,
    purpose: z.literal('change'),
    reservation,
    amount: amount.optional(),
    start: time,
    end: time,
    space: z.guid(),
    vehicle: z.guid().optional(),
  }),
  z.strictObject({ ...common, purpose: z.literal('top_up'), amount }),
]);

export type PaymentRequest = z.infer<typeof requestSchema>;

export const parsePaymentRequest = createParser(requestSchema, 'The body has a field that it may not have');

/** One driver of the database returns an amount as text, the other as a number. */
const cents = z.union([z.string(), z.number()]).transform(parseCents);

const paymentSchema = z.object({
  id: z.guid(),
  /** Null after the driver deleted their account. */
  userId: z.guid().nullable(),
  purpose: z.enum(PAYMENT_PURPOSES),
  provider: z.enum(PROVIDERS),
  amount: cents,
  tax: cents,
  currency: z.enum(CURRENCIES),
  state: z.enum(PAYMENT_STATES),
  providerOrder: z.string().nullable(),
  providerReference: z.string().nullable(),
  /** How the server learned that it was paid; null before. */
  capturedBy: z.string().nullable(),
  cardToken: z.string().nullable().default(null),
  saveCard: z.boolean(),
  language: z.string(),
  createdAt: z.coerce.date(),
  expiresAt: z.coerce.date(),
  /** Whether this is the last time that the checks ask about it, and whether AZUL has signed an approval of it. */
  givenUp: z.boolean().default(false),
  hasApproval: z.boolean().default(false),
});

export type Payment = z.infer<typeof paymentSchema>;

/** Whether it is paid under the provider's own reference. An operator may have typed one, which the provider's replaces. */
export const isSettled = (payment: Payment): boolean => isPaid(payment) && payment.capturedBy !== 'operator';

const dueRefundSchema = z.object({
  id: z.guid(),
  paymentId: z.guid(),
  provider: z.enum(PROVIDERS),
  providerOrder: z.string(),
  providerReference: z.string(),
  amount: cents,
  paymentAmount: cents,
  tax: cents,
  currency: z.string(),
  capturedAt: z.coerce.date(),
  /** Attempts before this one, which the database counts too. */
  attempts: z.int().transform((attempts) => attempts - 1),
  /** Whether another refund of this payment has succeeded. */
  refundedBefore: z.boolean(),
});

export type DueRefund = z.infer<typeof dueRefundSchema>;

export type RefundResult = {
  outcome: 'succeeded' | 'pending' | 'failed' | 'manual' | 'retry';
  reference: string | null;
  error: string | null;
};

const capturedPaymentSchema = z.object({
  paymentId: z.guid(),
  providerOrder: z.string(),
  providerReference: z.string(),
  amount: cents,
  currency: z.string(),
  capturedBy: z.string().nullable(),
});

export type CapturedPayment = z.infer<typeof capturedPaymentSchema>;

/** A card as AZUL keeps it for the merchant; nothing of it can be charged without the driver at AZUL's page. */
export type SavedCard = { token: string; brand: string; last4: string; expires: string };

/** How the news of a payment came. */
export type Cause = 'return' | 'webhook' | 'check' | 'comparison';

export type Capture = {
  payment: string;
  amount: Cents;
  currency: string;
  reference: string;
  cause: Cause;
  card?: SavedCard | null;
};

type Closing = {
  payment: string;
  state: 'declined' | 'abandoned';
  /** The key of a problem that the driver reads. */
  failure: string | null;
  cause: Cause;
};

type DifferenceKind =
  | 'amount'
  | 'missing-here'
  | 'missing-there'
  | 'dispute'
  | 'refunded-there'
  | 'not-a-sale'
  | 'not-confirmed';

/** A payment, or an order of the provider that is no payment here. */
type Differing = { provider: Provider; id: string | null; providerOrder: string | null };

export type Difference = [kind: DifferenceKind, of: Differing, detail: string];

/** Money that a provider has taken or given back. */
type Reversal = {
  provider: Provider;
  /** The payment's order, or the reference of its capture. */
  providerOrder: string;
  reference: string;
  kind: 'void' | 'refund' | 'dispute';
  /** Null when the provider's text is no amount. */
  amount: Cents | null;
  /** Null for the currency of the payment. */
  currency: string | null;
  /** Whether a dispute ended in the operator's favour; null while it is open. */
  isWon?: boolean | null;
};

type ProviderEvent = { provider: Provider; id: string; payment: string | null; kind: string; body: string };

/** How functions of the database are called: by name, with named arguments. */
type DatabaseCalls = {
  value: (name: string, args: Record<string, unknown>) => Promise<unknown>;
  rows: (name: string, args: Record<string, unknown>) => Promise<unknown[]>;
};

/** One driver of the database returns a day as text, the other as midnight UTC. */
const daySchema = z.union([z.iso.date(), z.date().transform((day) => day.toISOString().slice(0, 'YYYY-MM-DD'.length))]);

export type PaymentStore = ReturnType<typeof createPaymentStore>;

/**
 * The payments of the database, by the functions of the migrations, which only the service may call. Each call is a
 * transaction, and no provider is called within one.
 */
export function createPaymentStore({ value, rows }: DatabaseCalls) {
  async function list<T>(schema: z.ZodType<T>, name: string, args: Record<string, unknown>): Promise<T[]> {
    const rowSchema = z.record(z.string(), z.unknown()).transform(toCamelCase);
    return z.array(schema).parse(z.array(rowSchema).parse(await rows(name, args)));
  }
  const listPayments = (name: string, args: Record<string, unknown>) => list(paymentSchema, name, args);

  return {
    /** A repeat with the same id and contents returns the same payment. @throws the database's error for its rules */
    async begin({ id: person, assurance }: VerifiedPerson, request: PaymentRequest) {
      const wanted = { end: null, start: null, space: null, vehicle: null, ...request };
      const { id, amount, end: newEnd, start: newStart, space: newSpace, vehicle: newVehicle, ...others } = wanted;
      const price = amount === undefined ? null : formatCents(amount);
      const optional = { reservation: null, saveCard: false, card: null, newEnd, newStart, newSpace, newVehicle };
      const args = { ...optional, ...others, person, assurance, payment: id, amount: price };
      const [payment] = await listPayments('begin_payment', toColumns(args));
      if (payment === undefined) throw new Error('begin_payment returned no payment');
      return payment;
    },
    /** Keeps the provider's order before anybody can pay it. */
    async start(payment: string, provider_order: string) {
      await value('start_payment', { payment, provider_order });
    },
    async read(payment: string) {
      return (await listPayments('read_payment', { payment }))[0] ?? null;
    },
    async find(provider: Provider, provider_order: string) {
      return (await listPayments('find_payment', { provider, provider_order }))[0] ?? null;
    },
    /** False when the database has this event already. */
    async addEvent({ id: event_id, ...event }: ProviderEvent) {
      return z.boolean().parse(await value('add_payment_event', { ...event, event_id }));
    },
    /** The database itself records the difference where it is not the expected capture, and gives a second one back. */
    async capture({ amount, reference, card, ...capture }: Capture) {
      const args = { ...capture, amount: formatCents(amount), provider_reference: reference, card: card ?? null };
      await value('capture_payment', args);
    },
    /** Does nothing to a payment that was captured. */
    async close(closing: Closing) {
      await value('close_payment', closing);
    },
    /** Asks on, once a day for 30 days, about a payment that the provider still looks into. */
    async keepChecking(payment: string) {
      await value('keep_checking', { payment });
    },
    claimChecks: (most: number) => listPayments('claim_payment_checks', { most }),
    claimRefunds: (most: number) => list(dueRefundSchema, 'claim_payment_refunds', { most }),
    async finishRefund(refund: string, { reference: provider_reference, ...result }: RefundResult) {
      await value('finish_payment_refund', { refund, provider_reference, ...result });
    },
    /** A day that is over and has to be compared, such as '2026-11-22', for an hour; null when there is none. */
    async claimComparison(provider: Provider) {
      return daySchema.nullable().parse(await value('claim_comparison', { provider }));
    },
    async finishComparison(provider: Provider, day: string) {
      await value('finish_comparison', { provider, day });
    },
    listCaptures: (provider: Provider, day: string) => list(capturedPaymentSchema, 'list_captures', { provider, day }),
    /** Orders that were begun that day and that nobody has paid here. */
    listUnpaid: (provider: Provider, day: string) => listPayments('list_unpaid', { provider, day }),
    /** Orders of which somebody says that a refund was made in the provider's portal that day. */
    listRefundsByHand: async (provider: Provider, day: string) =>
      z.array(z.string()).parse(await rows('list_refunds_by_hand', { provider, day })),
    async recordDifference(...[kind, { provider, id: payment, providerOrder }, detail]: Difference) {
      await value('record_difference', { provider, kind, payment, provider_order: providerOrder, detail });
    },
    /** A message that its provider has not signed, about this payment if it names one. */
    async recordForgery({ provider, id: payment }: Pick<Differing, 'provider' | 'id'>) {
      await value('record_forgery', { provider, payment });
    },
    /** Money that went back without a refund of this product becomes a difference. */
    async recordReversal({ amount, ...reversal }: Reversal) {
      const args = { isWon: null, ...reversal, amount: amount === null ? null : formatCents(amount) };
      await value('record_reversal', toColumns(args));
    },
  };
}
