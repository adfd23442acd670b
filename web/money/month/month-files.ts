import * as z from 'zod';
import { m } from '#messages';
import { COUNTRY } from '../../../domain/language/format.ts';
import { amountSchema, type Cents, formatCents, sumCents } from '../../../domain/money/cents.ts';
import { ACCOUNT_KINDS, ACCOUNT_LABELS, ENTRY_KINDS } from '../../../domain/money/ledger.ts';
import { formatSigned } from '../../../domain/money/money.ts';
import {
  PAYMENT_PURPOSES,
  PAYMENT_STATES,
  PROVIDER_NAMES,
  PROVIDERS,
  REFUND_STATES,
} from '../../../domain/money/payment.ts';
import { RECEIPT_METHODS } from '../../../domain/money/receipt.ts';
import { describeProblem, findProblemKey } from '../../../domain/problems.ts';
import { actorSchema } from '../../../domain/staff/duties.ts';
import type { CsvColumn } from '../../ui/table/csv.ts';

const BOOKS = ['journal', 'cash', 'wallets', 'receipts', 'payments', 'refunds'] as const;
export const FILE_NAMES = ['bridge', 'bridge_lines', 'open', 'people', ...BOOKS] as const;
export type MonthFile = (typeof FILE_NAMES)[number];

/** A row as the database returns it, but with amounts in cents. */
export type MonthRow = Record<string, unknown>;

/** A table of the month: how its rows are read, and its columns, which the page prints too. */
export type TableOfMonth = { schema: z.ZodType<MonthRow>; columns: readonly CsvColumn<MonthRow>[] };

type FileTexts = {
  file: MonthFile;
  title: string;
  text?: string;
  /** The begin of the file name. */
  name: string;
  /** What stands in the head of the section, where it is not the total of the file. */
  describe?: (rows: readonly MonthRow[]) => string;
  hidesZeros?: true;
};

export type FileOfMonth = FileTexts &
  TableOfMonth & {
    /** The arguments of the database's function for the rows after this one. */
    after: (row: MonthRow) => object;
  };

/** The sum of a column, after its heading. */
export const describeSum = (header: string, rows: readonly MonthRow[], name: string): string =>
  `${header}: ${formatSigned(sumCents(rows.map((row) => row[name] as Cents)))}`;

type Cell = ReturnType<CsvColumn<MonthRow>['value']>;
type Column = { header: string; schema: z.ZodType; show(value: unknown, row: MonthRow): Cell };

export const column = <Value>(
  header: string,
  schema: z.ZodType<Value>,
  show: (value: Value, row: MonthRow) => Cell,
): Column => ({ header, schema, show });

export const textColumn = (header: string) => column(header, z.string().nullable(), (text) => text);
const actorColumn = (header: string) => column(header, actorSchema.nullable(), (name) => name);
const numberColumn = (header: string) =>
  column(header, z.number().nullable(), (number) => (number === null ? null : String(number)));
/** A number, as spreadsheets add them up. */
export const moneyColumn = (header: string) => column(header, amountSchema, (amount) => Number(formatCents(amount)));
// Swedish writes times as ISO 8601 does, which spreadsheets read in every language.
export const countryTime = new Intl.DateTimeFormat('sv', { ...COUNTRY, dateStyle: 'short', timeStyle: 'short' });
const timeColumn = (header: string) =>
  column(header, z.string().nullable(), (time) => (time === null ? null : countryTime.format(new Date(time))));

const DRIVER = textColumn(m.month_driver());
export const PROVIDER = column(m.month_provider(), z.enum(PROVIDERS), (provider) => PROVIDER_NAMES[provider]);
const ACCOUNT = column(m.month_account(), z.enum(ACCOUNT_KINDS), (account) => ACCOUNT_LABELS[account]);

export const describeTable = (columns: Record<string, Column>): TableOfMonth => ({
  schema: z.looseObject(Object.fromEntries(Object.entries(columns).map(([name, { schema }]) => [name, schema]))),
  columns: Object.entries(columns).map(([name, { header, show }]) => ({
    header,
    value: (row) => show(row[name], row),
  })),
});

/** @param after the fields of the last row that tell the database where to go on, by the names of its parameters */
const describeFile = (
  texts: FileTexts,
  after: Record<string, string>,
  columns: Record<string, Column>,
): FileOfMonth => ({
  ...texts,
  ...describeTable(columns),
  after: (row) => Object.fromEntries(Object.entries(after).map(([parameter, field]) => [parameter, row[field]])),
});

export const ACCOUNTS = describeTable({
  code: textColumn(m.month_code()),
  account: ACCOUNT,
  opening: moneyColumn(m.month_opening()),
  debit: moneyColumn(m.month_debit()),
  credit: moneyColumn(m.month_credit()),
  closing: moneyColumn(m.month_closing()),
});

/** A line of the bridge, or what is open in a month, which may be a problem. */
const LINE = column(m.month_line(), z.string(), (line) => {
  const problem = findProblemKey(line);
  return problem === null ? m[`month_line_${line}` as 'month_line_ledger']() : describeProblem(problem);
});
const AMOUNT = moneyColumn(m.month_total());
const TAX = moneyColumn(m.money_tax());
const ENTRIES = numberColumn(m.month_entries());

const isUnexplained = ({ line }: MonthRow) => line === 'unexplained';
export const BRIDGE = describeFile(
  {
    file: 'bridge',
    title: m.month_bridge(),
    text: m.month_bridge_text(),
    name: m.month_file_bridge(),
    describe: (rows) => describeSum(m.month_line_unexplained(), rows.filter(isUnexplained), 'amount'),
    hidesZeros: true,
  },
  {},
  { line: LINE, entries: ENTRIES, amount: AMOUNT, tax: TAX },
);

const BRIDGE_LINES = describeFile(
  { file: 'bridge_lines', title: m.month_bridge_lines(), name: m.month_file_bridge_lines() },
  { after_line: 'line', after_time: 'happened_at', after_id: 'id' },
  {
    line: LINE,
    happened_at: timeColumn(m.month_date()),
    reference: textColumn(m.month_document()),
    of_month: textColumn(m.month_of_month()),
    amount: AMOUNT,
    tax: TAX,
  },
);

export const OPEN = describeFile(
  { file: 'open', title: m.month_open(), text: m.month_close_text(), name: m.month_file_open() },
  {},
  { kind: LINE, entries: ENTRIES, amount: AMOUNT },
);

/** What administrators and staff did by hand. */
export const PEOPLE = describeFile(
  {
    file: 'people',
    title: m.month_people(),
    text: m.month_people_text(),
    name: m.month_file_people(),
    describe: (rows) => describeSum(m.month_given(), rows, 'given'),
  },
  {},
  {
    actor: actorColumn(m.month_person()),
    kind: column(m.month_text(), z.string(), (kind) => m.month_act({ kind })),
    entries: numberColumn(m.month_times()),
    given: moneyColumn(m.month_given()),
    taken: moneyColumn(m.month_taken()),
  },
);

const RECEIPTS = describeFile(
  { file: 'receipts', title: m.month_receipts(), name: m.month_file_receipts() },
  { after_number: 'number' },
  {
    number: numberColumn(m.month_number()),
    issued_at: timeColumn(m.month_date()),
    driver: DRIVER,
    net: moneyColumn(m.money_net()),
    tax: moneyColumn(m.money_tax()),
    total: moneyColumn(m.month_total()),
    tax_rate: numberColumn(m.system_settings_tax_rate()),
    method: column(m.month_method(), z.enum(RECEIPT_METHODS), (method) => m[`payment_${method}` as const]()),
    paid_with: textColumn(m.month_paid_with()),
    corrects: numberColumn(m.month_corrects()),
  },
);

const PAYMENTS = describeFile(
  { file: 'payments', title: m.month_payments(), name: m.month_file_payments() },
  { after_time: 'captured_at', after_transaction: 'transaction_id' },
  {
    captured_at: timeColumn(m.month_date()),
    kind: column(m.month_text(), z.enum(ENTRY_KINDS), (kind) => m[`money_entry_${kind}` as const]()),
    driver: DRIVER,
    purpose: column(m.month_purpose(), z.enum(PAYMENT_PURPOSES), (one) => m[`month_purpose_${one}` as const]()),
    provider: PROVIDER,
    provider_order: textColumn(m.month_order()),
    provider_reference: textColumn(m.month_reference()),
    paid_with: textColumn(m.month_paid_with()),
    amount: moneyColumn(m.month_total()),
    refunded: moneyColumn(m.month_refunded()),
    state: column(m.month_state(), z.enum(PAYMENT_STATES), (state) => m[`money_payment_${state}` as const]()),
  },
);

const REFUNDS = describeFile(
  { file: 'refunds', title: m.month_refunds(), text: m.month_refunds_text(), name: m.month_file_refunds() },
  { after_time: 'requested_at', after_refund: 'refund_id' },
  {
    requested_at: timeColumn(m.month_requested()),
    finished_at: timeColumn(m.month_finished()),
    driver: DRIVER,
    provider: PROVIDER,
    provider_order: textColumn(m.month_order()),
    provider_reference: textColumn(m.month_reference()),
    refund_reference: textColumn(m.month_refund_reference()),
    amount: moneyColumn(m.month_total()),
    state: column(m.month_state(), z.enum(REFUND_STATES), (state) => m[`money_refund_${state}` as const]()),
    reason: textColumn(m.month_reason()),
  },
);

const WALLETS = describeFile(
  { file: 'wallets', title: m.month_wallets(), text: m.month_wallets_text(), name: m.month_file_wallets() },
  { after_wallet: 'wallet_id' },
  { driver: DRIVER, name: textColumn(m.month_name()), balance: moneyColumn(m.month_balance()) },
);

const CASH = describeFile(
  { file: 'cash', title: m.month_cash(), name: m.month_file_cash() },
  { after_time: 'created_at', after_transaction: 'transaction_id' },
  {
    created_at: timeColumn(m.month_date()),
    driver: DRIVER,
    taken_by: actorColumn(m.month_taken_by()),
    kind: column(m.month_text(), z.enum(ENTRY_KINDS), (kind) => m[`money_entry_${kind}` as const]()),
    reason: textColumn(m.month_reason()),
    amount: moneyColumn(m.month_total()),
  },
);

const JOURNAL = describeFile(
  { file: 'journal', title: m.month_journal(), text: m.month_journal_text(), name: m.month_file_journal() },
  { after_time: 'created_at', after_transaction: 'transaction_id', after_account: 'account_id' },
  {
    number: numberColumn(m.month_entry_number()),
    day: textColumn(m.month_date()),
    code: textColumn(m.month_code()),
    account: ACCOUNT,
    debit: moneyColumn(m.month_debit()),
    credit: moneyColumn(m.month_credit()),
    document: column(m.month_document(), z.string().nullable(), (text, row) => text ?? String(row.transaction_id)),
    kind: column(m.month_text(), z.enum(ENTRY_KINDS), (kind, { reason }) =>
      [m[`money_entry_${kind}` as const](), reason].filter((part) => part !== null).join(': '),
    ),
    driver: DRIVER,
    actor: actorColumn(m.month_actor()),
    receipt: numberColumn(m.month_receipt()),
    encf: textColumn(m.month_encf()),
    transaction_id: textColumn(m.month_transaction()),
  },
);

export const MONTH_FILES = [BRIDGE_LINES, RECEIPTS, PAYMENTS, REFUNDS, WALLETS, CASH, JOURNAL];
