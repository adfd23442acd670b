import * as z from 'zod';
import { m } from '#messages';
import { COUNTRY } from '../../../domain/language/format.ts';
import { ACCOUNT_KINDS, ACCOUNT_LABELS } from '../../../domain/money/account-kinds.ts';
import { amountSchema } from '../../../domain/money/amount-schema.ts';
import { type Cents, formatCents } from '../../../domain/money/cents.ts';
import { ENTRY_KINDS } from '../../../domain/money/entry-kinds.ts';
import { PAYMENT_STATES, PROVIDER_NAMES, REFUND_STATES } from '../../../domain/money/payment.ts';
import type { CsvColumn } from '../../ui/data-table/csv.ts';
import type { MonthAccount, MonthFile } from './data.ts';

/** A file of the month: how its rows are read, and its columns, which the page prints too. */
export type FileOfMonth<Row> = {
  file: MonthFile;
  title: string;
  text?: string;
  /** The begin of the file name. */
  name: string;
  schema: z.ZodType<Row>;
  /** The arguments of the database's function for the rows after this one. */
  after: (row: Row) => object;
  columns: readonly CsvColumn<Row>[];
};

// Swedish writes times as ISO 8601 does, which spreadsheets read in every language.
const countryTime = new Intl.DateTimeFormat('sv', { ...COUNTRY, dateStyle: 'short', timeStyle: 'short' });
const formatMoment = (moment: string | null) => (moment === null ? null : countryTime.format(new Date(moment)));
/** A number, as spreadsheets add them up. */
const toNumber = (amount: Cents) => Number(formatCents(amount));

const text = z.string().nullable();
const providerSchema = z.enum(['azul', 'paypal']);

export const ACCOUNT_COLUMNS: readonly CsvColumn<MonthAccount>[] = [
  { header: m.month_code(), value: ({ code }) => code },
  { header: m.month_account(), value: ({ account }) => ACCOUNT_LABELS[account] },
  { header: m.month_opening(), value: ({ opening }) => toNumber(opening) },
  { header: m.month_debit(), value: ({ debit }) => toNumber(debit) },
  { header: m.month_credit(), value: ({ credit }) => toNumber(credit) },
  { header: m.month_closing(), value: ({ closing }) => toNumber(closing) },
];

const receiptSchema = z.object({
  number: z.number(),
  issued_at: z.string(),
  driver: text,
  net: amountSchema,
  tax: amountSchema,
  total: amountSchema,
  tax_rate: z.number().nullable(),
  method: z.enum(['wallet', 'card', 'paypal']),
  paid_with: text,
  corrects: z.number().nullable(),
});

export const RECEIPTS: FileOfMonth<z.infer<typeof receiptSchema>> = {
  file: 'receipts',
  title: m.month_receipts(),
  name: m.month_file_receipts(),
  schema: receiptSchema,
  after: ({ number }) => ({ after_number: number }),
  columns: [
    { header: m.month_number(), value: ({ number }) => String(number) },
    { header: m.month_date(), value: ({ issued_at }) => formatMoment(issued_at) },
    { header: m.month_driver(), value: ({ driver }) => driver },
    { header: m.money_net(), value: ({ net }) => toNumber(net) },
    { header: m.money_tax(), value: ({ tax }) => toNumber(tax) },
    { header: m.month_total(), value: ({ total }) => toNumber(total) },
    { header: m.system_settings_tax_rate(), value: ({ tax_rate }) => (tax_rate === null ? null : String(tax_rate)) },
    { header: m.month_method(), value: ({ method }) => m[`payment_${method}` as const]() },
    { header: m.month_paid_with(), value: ({ paid_with }) => paid_with },
    { header: m.month_corrects(), value: ({ corrects }) => (corrects === null ? null : String(corrects)) },
  ],
};

const paymentSchema = z.object({
  payment_id: z.string(),
  captured_at: z.string(),
  driver: text,
  purpose: z.enum(['reservation', 'extension', 'top_up']),
  provider: providerSchema,
  provider_order: text,
  provider_reference: text,
  paid_with: text,
  amount: amountSchema,
  refunded: amountSchema,
  state: z.enum(PAYMENT_STATES),
});

export const PAYMENTS: FileOfMonth<z.infer<typeof paymentSchema>> = {
  file: 'payments',
  title: m.month_payments(),
  name: m.month_file_payments(),
  schema: paymentSchema,
  after: ({ captured_at, payment_id }) => ({ after_time: captured_at, after_payment: payment_id }),
  columns: [
    { header: m.month_date(), value: ({ captured_at }) => formatMoment(captured_at) },
    { header: m.month_driver(), value: ({ driver }) => driver },
    { header: m.month_purpose(), value: ({ purpose }) => m[`month_purpose_${purpose}` as const]() },
    { header: m.month_provider(), value: ({ provider }) => PROVIDER_NAMES[provider] },
    { header: m.month_order(), value: ({ provider_order }) => provider_order },
    { header: m.month_reference(), value: ({ provider_reference }) => provider_reference },
    { header: m.month_paid_with(), value: ({ paid_with }) => paid_with },
    { header: m.month_total(), value: ({ amount }) => toNumber(amount) },
    { header: m.month_refunded(), value: ({ refunded }) => toNumber(refunded) },
    { header: m.month_state(), value: ({ state }) => m[`money_payment_${state}` as const]() },
  ],
};

const refundSchema = z.object({
  refund_id: z.string(),
  requested_at: z.string(),
  finished_at: text,
  driver: text,
  provider: providerSchema,
  provider_order: text,
  provider_reference: text,
  refund_reference: text,
  amount: amountSchema,
  state: z.enum(REFUND_STATES),
  reason: text,
});

export const REFUNDS: FileOfMonth<z.infer<typeof refundSchema>> = {
  file: 'refunds',
  title: m.month_refunds(),
  text: m.month_refunds_text(),
  name: m.month_file_refunds(),
  schema: refundSchema,
  after: ({ requested_at, refund_id }) => ({ after_time: requested_at, after_refund: refund_id }),
  columns: [
    { header: m.month_requested(), value: ({ requested_at }) => formatMoment(requested_at) },
    { header: m.month_finished(), value: ({ finished_at }) => formatMoment(finished_at) },
    { header: m.month_driver(), value: ({ driver }) => driver },
    { header: m.month_provider(), value: ({ provider }) => PROVIDER_NAMES[provider] },
    { header: m.month_order(), value: ({ provider_order }) => provider_order },
    { header: m.month_reference(), value: ({ provider_reference }) => provider_reference },
    { header: m.month_refund_reference(), value: ({ refund_reference }) => refund_reference },
    { header: m.month_total(), value: ({ amount }) => toNumber(amount) },
    { header: m.month_state(), value: ({ state }) => m[`money_refund_${state}` as const]() },
    { header: m.month_reason(), value: ({ reason }) => reason },
  ],
};

const walletSchema = z.object({ wallet_id: z.string(), driver: text, name: text, balance: amountSchema });

export const WALLETS: FileOfMonth<z.infer<typeof walletSchema>> = {
  file: 'wallets',
  title: m.month_wallets(),
  text: m.month_wallets_text(),
  name: m.month_file_wallets(),
  schema: walletSchema,
  after: ({ wallet_id }) => ({ after_wallet: wallet_id }),
  columns: [
    { header: m.month_driver(), value: ({ driver }) => driver },
    { header: m.month_name(), value: ({ name }) => name },
    { header: m.month_balance(), value: ({ balance }) => toNumber(balance) },
  ],
};

const cashSchema = z.object({
  transaction_id: z.string(),
  created_at: z.string(),
  driver: text,
  taken_by: text,
  amount: amountSchema,
  kind: z.enum(ENTRY_KINDS),
  reason: text,
});

export const CASH: FileOfMonth<z.infer<typeof cashSchema>> = {
  file: 'cash',
  title: m.month_cash(),
  name: m.month_file_cash(),
  schema: cashSchema,
  after: ({ created_at, transaction_id }) => ({ after_time: created_at, after_transaction: transaction_id }),
  columns: [
    { header: m.month_date(), value: ({ created_at }) => formatMoment(created_at) },
    { header: m.month_driver(), value: ({ driver }) => driver },
    { header: m.month_taken_by(), value: ({ taken_by }) => taken_by },
    { header: m.month_text(), value: ({ kind }) => m[`money_entry_${kind}` as const]() },
    { header: m.month_reason(), value: ({ reason }) => reason },
    { header: m.month_total(), value: ({ amount }) => toNumber(amount) },
  ],
};

const entrySchema = z.object({
  transaction_id: z.string(),
  account_id: z.string(),
  created_at: z.string(),
  day: z.string(),
  account: z.enum(ACCOUNT_KINDS),
  code: text,
  debit: amountSchema,
  credit: amountSchema,
  document: text,
  kind: z.enum(ENTRY_KINDS),
  reason: text,
  driver: text,
});

export const JOURNAL: FileOfMonth<z.infer<typeof entrySchema>> = {
  file: 'journal',
  title: m.month_journal(),
  text: m.month_journal_text(),
  name: m.month_file_journal(),
  schema: entrySchema,
  after: ({ created_at, transaction_id, account_id }) => ({
    after_time: created_at,
    after_transaction: transaction_id,
    after_account: account_id,
  }),
  columns: [
    { header: m.month_date(), value: ({ day }) => day },
    { header: m.month_code(), value: ({ code }) => code },
    { header: m.month_account(), value: ({ account }) => ACCOUNT_LABELS[account] },
    { header: m.month_debit(), value: ({ debit }) => toNumber(debit) },
    { header: m.month_credit(), value: ({ credit }) => toNumber(credit) },
    { header: m.month_document(), value: (entry) => entry.document ?? entry.transaction_id },
    {
      header: m.month_text(),
      value: ({ kind, reason }) =>
        [m[`money_entry_${kind}` as const](), reason].filter((part) => part !== null).join(': '),
    },
    { header: m.month_driver(), value: ({ driver }) => driver },
    { header: m.month_transaction(), value: ({ transaction_id }) => transaction_id },
  ],
};
