import * as z from 'zod';
import { type Cents, formatCents, parseCents } from '../../../domain/money/cents.ts';
import { PROVIDERS, type Provider, type ProviderMethod } from '../../../domain/money/charge-method.ts';
import { CURRENCIES } from '../../../domain/money/currency.ts';
import { PAYMENT_PURPOSES } from '../../../domain/money/payment-purpose.ts';
import { isPaid, PAYMENT_STATES } from '../../../domain/money/payment-states.ts';

/** As text from one driver of the database and as a number from the other. */
export const centsSchema = z.union([z.string(), z.number()]).transform(parseCents);

const rowSchema = z.object({
  id: z.guid(),
  user_id: z.guid().nullable(),
  purpose: z.enum(PAYMENT_PURPOSES),
  provider: z.enum(PROVIDERS),
  amount: centsSchema,
  tax: centsSchema,
  currency: z.enum(CURRENCIES),
  state: z.enum(PAYMENT_STATES),
  provider_order: z.string().nullable(),
  provider_reference: z.string().nullable(),
  captured_by: z.string().nullable(),
  card_token: z.string().nullish(),
  save_card: z.boolean(),
  language: z.string(),
  created_at: z.coerce.date(),
  expires_at: z.coerce.date(),
  given_up: z.boolean().default(false),
  has_approval: z.boolean().default(false),
});

/** A row of `payments`. */
export type Payment = ReturnType<typeof parsePayment>;

export function parsePayment(value: unknown) {
  const row = rowSchema.parse(value);
  return {
    id: row.id,
    /** Null after the driver deleted their account. */
    userId: row.user_id,
    purpose: row.purpose,
    provider: row.provider,
    amount: row.amount,
    tax: row.tax,
    currency: row.currency,
    state: row.state,
    providerOrder: row.provider_order,
    providerReference: row.provider_reference,
    /** What told that it was paid; null before. */
    capturedBy: row.captured_by,
    cardToken: row.card_token ?? null,
    saveCard: row.save_card,
    language: row.language,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    /** Whether this is the last time that the checks ask about it, and whether AZUL has signed an approval of it. */
    givenUp: row.given_up,
    hasApproval: row.has_approval,
  };
}

/** Whether it is paid under the provider's own reference. An operator may have typed one, which the provider's replaces. */
export const isSettled = (payment: Payment): boolean => isPaid(payment) && payment.capturedBy !== 'operator';

/** A driver whose session is valid; `assurance` is the level that it has shown. */
export type Driver = { id: string; assurance: string };

/** A card as AZUL keeps it for the merchant; nothing of it can be charged without the driver at AZUL's page. */
export type SavedCard = { token: string; brand: string; last4: string; expires: string };

/** What a driver asks to pay for. */
export type PaymentRequest = {
  /** Made by the browser, so that a repeat of a request is the same payment. */
  id: string;
  method: ProviderMethod;
  purpose: Payment['purpose'];
  reservation?: string;
  /** The new end of an extended reservation. */
  end?: string;
  amount?: Cents | undefined;
  saveCard?: boolean | undefined;
  /** A saved card. */
  card?: string | undefined;
  language: 'en' | 'es';
};

/** What brought the news of a payment. */
export type Cause = 'return' | 'webhook' | 'check' | 'comparison';

export type Capture = {
  payment: string;
  amount: Cents;
  currency: string;
  reference: string;
  cause: Cause;
  card?: SavedCard | null;
};

/** The database itself records the difference of the last two, and gives a second capture back. */
export type CaptureResult = 'captured' | 'already-captured' | 'captured-twice' | 'mismatch';

export type Closing = {
  payment: string;
  state: 'declined' | 'abandoned';
  /** The key of a problem that the driver reads. */
  failure: string | null;
  cause: Cause;
};

export type DueRefund = {
  id: string;
  payment: string;
  provider: Provider;
  providerOrder: string;
  providerReference: string;
  amount: Cents;
  paymentAmount: Cents;
  tax: Cents;
  currency: string;
  capturedAt: Date;
  /** Attempts before this one. */
  attempts: number;
  /** Whether another refund of this payment has succeeded. */
  refundedBefore: boolean;
};

export type RefundResult = {
  outcome: 'succeeded' | 'pending' | 'failed' | 'manual' | 'retry';
  reference: string | null;
  error: string | null;
};

export type CapturedPayment = {
  payment: string;
  providerOrder: string;
  providerReference: string;
  amount: Cents;
  currency: string;
  /** What told that it was paid. */
  capturedBy: string | null;
};

export type Difference = {
  provider: Provider;
  kind:
    | 'amount'
    | 'missing-here'
    | 'missing-there'
    | 'bad-signature'
    | 'dispute'
    | 'refunded-there'
    | 'not-a-sale'
    | 'not-confirmed';
  payment: string | null;
  providerOrder: string | null;
  detail: string;
};

/** Money that a provider has taken or given back. */
export type Reversal = {
  provider: Provider;
  /** The payment's order, or the reference of its capture. */
  providerOrder: string;
  reference: string;
  kind: 'void' | 'refund' | 'dispute';
  /** Null when the provider's text is no amount. */
  amount: Cents | null;
  /** Null for the one of the payment. */
  currency: string | null;
  /** Whether a dispute ended in the operator's favour. */
  isWon: boolean;
};

export type ProviderEvent = { provider: Provider; id: string; payment: string | null; kind: string; body: string };

/** The payments of the database. Each call is a transaction, and no provider is called within one. */
export type PaymentStore = {
  /** A repeat with the same id and contents returns the same payment. @throws the database's error for its rules */
  begin: (driver: Driver, request: PaymentRequest) => Promise<Payment>;
  /** Keeps the provider's order before anybody can pay it. @throws when the payment has another order already */
  start: (payment: string, providerOrder: string) => Promise<void>;
  read: (payment: string) => Promise<Payment | null>;
  find: (provider: Provider, providerOrder: string) => Promise<Payment | null>;
  /** False when this event is there already. */
  addEvent: (event: ProviderEvent) => Promise<boolean>;
  capture: (capture: Capture) => Promise<CaptureResult>;
  /** Does nothing to a payment that was captured. */
  close: (closing: Closing) => Promise<void>;
  /** Asks on, once a day for 30 days, about a payment that the provider still looks into. */
  keepChecking: (payment: string) => Promise<void>;
  claimChecks: (most: number) => Promise<Payment[]>;
  claimRefunds: (most: number) => Promise<DueRefund[]>;
  finishRefund: (refund: string, result: RefundResult) => Promise<void>;
  /** A day that is over and has to be compared, such as '2026-11-22', for an hour; null when there is none. */
  claimComparison: (provider: Provider) => Promise<string | null>;
  finishComparison: (provider: Provider, day: string) => Promise<void>;
  listCaptures: (provider: Provider, day: string) => Promise<CapturedPayment[]>;
  /** Orders that were begun that day and that nobody has paid here. */
  listUnpaid: (provider: Provider, day: string) => Promise<Payment[]>;
  recordDifference: (difference: Difference) => Promise<void>;
  /** What no refund of this product asked for becomes a difference. */
  recordReversal: (reversal: Reversal) => Promise<void>;
};

/** How functions of the database are called: by name, with named arguments. */
export type DatabaseCalls = {
  value: (name: string, args: Record<string, unknown>) => Promise<unknown>;
  rows: (name: string, args: Record<string, unknown>) => Promise<unknown[]>;
};

/** One driver of the database makes a time of a day: midnight UTC. */
const daySchema = z.union([z.iso.date(), z.date().transform((day) => day.toISOString().slice(0, 'YYYY-MM-DD'.length))]);

const captureResultSchema = z.enum(['captured', 'already-captured', 'captured-twice', 'mismatch']);

const refundSchema = z
  .object({
    id: z.guid(),
    payment_id: z.guid(),
    provider: z.enum(PROVIDERS),
    provider_order: z.string(),
    provider_reference: z.string(),
    amount: centsSchema,
    payment_amount: centsSchema,
    tax: centsSchema,
    currency: z.string(),
    captured_at: z.coerce.date(),
    attempts: z.int(),
    refunded_before: z.boolean(),
  })
  .transform((row): DueRefund => {
    const {
      payment_id,
      provider_order,
      provider_reference,
      payment_amount,
      captured_at,
      attempts,
      refunded_before,
      ...same
    } = row;
    return {
      ...same,
      // The database counts this one too.
      attempts: attempts - 1,
      payment: payment_id,
      providerOrder: provider_order,
      providerReference: provider_reference,
      paymentAmount: payment_amount,
      capturedAt: captured_at,
      refundedBefore: refunded_before,
    };
  });

const capturedPaymentSchema = z
  .object({
    payment_id: z.guid(),
    provider_order: z.string(),
    provider_reference: z.string(),
    amount: centsSchema,
    currency: z.string(),
    captured_by: z.string().nullable(),
  })
  .transform(
    (row): CapturedPayment => ({
      payment: row.payment_id,
      providerOrder: row.provider_order,
      providerReference: row.provider_reference,
      amount: row.amount,
      currency: row.currency,
      capturedBy: row.captured_by,
    }),
  );

const parseFirstPayment = ([row]: unknown[]): Payment | null => (row === undefined ? null : parsePayment(row));

/** The store over the functions of the migrations, which only the service may call. */
export function createPaymentStore({ value, rows }: DatabaseCalls): PaymentStore {
  return {
    async begin({ id: person, assurance }, request) {
      const [row] = await rows('begin_payment', {
        person,
        assurance,
        payment: request.id,
        purpose: request.purpose,
        method: request.method,
        reservation: request.reservation ?? null,
        amount: request.amount === undefined ? null : formatCents(request.amount),
        new_end: request.end ?? null,
        save_card: request.saveCard ?? false,
        card: request.card ?? null,
        language: request.language,
      });
      return parsePayment(row);
    },
    async start(payment, provider_order) {
      await value('start_payment', { payment, provider_order });
    },
    async read(payment) {
      return parseFirstPayment(await rows('read_payment', { payment }));
    },
    async find(provider, provider_order) {
      return parseFirstPayment(await rows('find_payment', { provider, provider_order }));
    },
    async addEvent({ id: event_id, ...event }) {
      return z.boolean().parse(await value('add_payment_event', { ...event, event_id }));
    },
    async capture({ amount, reference, card, ...capture }) {
      const args = { ...capture, amount: formatCents(amount), provider_reference: reference, card: card ?? null };
      return captureResultSchema.parse(await value('capture_payment', args));
    },
    async close(closing) {
      await value('close_payment', closing);
    },
    async keepChecking(payment) {
      await value('keep_checking', { payment });
    },
    async claimChecks(most) {
      return (await rows('claim_payment_checks', { most })).map(parsePayment);
    },
    async claimRefunds(most) {
      return z.array(refundSchema).parse(await rows('claim_payment_refunds', { most }));
    },
    async finishRefund(refund, { reference: provider_reference, ...result }) {
      await value('finish_payment_refund', { refund, provider_reference, ...result });
    },
    async claimComparison(provider) {
      return daySchema.nullable().parse(await value('claim_comparison', { provider }));
    },
    async finishComparison(provider, day) {
      await value('finish_comparison', { provider, day });
    },
    async listCaptures(provider, day) {
      return z.array(capturedPaymentSchema).parse(await rows('list_captures', { provider, day }));
    },
    async listUnpaid(provider, day) {
      return (await rows('list_unpaid', { provider, day })).map(parsePayment);
    },
    async recordDifference({ providerOrder: provider_order, ...difference }) {
      await value('record_difference', { ...difference, provider_order });
    },
    async recordReversal({ providerOrder: provider_order, isWon: is_won, amount, ...reversal }) {
      const args = { ...reversal, provider_order, is_won, amount: amount === null ? null : formatCents(amount) };
      await value('record_reversal', args);
    },
  };
}
