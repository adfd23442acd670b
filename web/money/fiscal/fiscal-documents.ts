import * as z from 'zod';
import { toColumns } from '../../../domain/camel-case.ts';
import { FISCAL_ENVIRONMENTS, FISCAL_TYPES } from '../../../domain/fiscal/fiscal-document.ts';
import { parseTaxId } from '../../../domain/fiscal/tax-id.ts';
import { amountSchema } from '../../../domain/money/cents.ts';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { save } from '../../data/database-problem.ts';
import { tableRow } from '../../data/table-row.ts';
import { EXPORT_PAGE_ROWS } from '../../ui/table/csv.ts';
import { type ParsedRows, readRow, readRows } from '../../ui/table/parse-rows.ts';
import type { TableQuery } from '../../ui/table/table-url.ts';
import { readRecords, selectRecords } from '../records.ts';
import type { TypedBuyer } from './buyer-fields.tsx';

const OBSTACLES = ['off', 'exchange_rate', 'name', 'tax_number', 'address', 'tax_rate', 'range'] as const;

const time = z.iso.datetime({ offset: true });

const overviewSchema = z.object({
  environment: z.enum(FISCAL_ENVIRONMENTS).nullable(),
  obstacles: z.array(z.enum(OBSTACLES)),
  waiting: z.number(),
  /** Receipts that should have a document, with the oldest hundred. */
  without_document: z.object({
    count: z.number(),
    amount: amountSchema,
    receipts: z.array(z.object({ id: z.uuid(), number: z.number(), issued_at: time, amount: amountSchema })),
  }),
  without_number: z.number(),
  deadline: time.nullable(),
  rejected: z.number(),
  exchange_rate: z.object({ day: z.iso.date(), rate: z.number() }).nullable(),
  /** What DGII said. */
  refused_voids: z.array(z.string().nullable()),
  types_running_out: z.array(z.enum(FISCAL_TYPES)),
});

export type FiscalOverview = z.infer<typeof overviewSchema>;

export async function loadFiscalOverview(signal: AbortSignal): Promise<FiscalOverview> {
  return readRow(await dataClient().rpc('fiscal_overview').abortSignal(signal), overviewSchema, 'fiscal-not-loaded');
}

const rangeSchema = z.object({
  id: z.uuid(),
  environment: z.enum(FISCAL_ENVIRONMENTS),
  type: z.enum(FISCAL_TYPES),
  first_number: z.number(),
  last_number: z.number(),
  next_number: z.number(),
  expires_on: z.iso.date(),
});

export type FiscalRange = z.infer<typeof rangeSchema>;

export async function loadRanges(signal: AbortSignal): Promise<FiscalRange[]> {
  const response = await dataClient()
    .from('fiscal_ranges')
    .select(Object.keys(rangeSchema.shape).join())
    .order('type')
    .order('first_number')
    .abortSignal(signal);
  return readRows(response, rangeSchema, 'fiscal-not-loaded').rows;
}

export const addRange = (range: Pick<FiscalRange, 'type' | 'first_number' | 'last_number' | 'expires_on'>) =>
  save(dataClient().from('fiscal_ranges').insert(range), 'fiscal-not-saved');

/** A range that was typed wrong; none of its numbers has been used. */
export const removeRange = (id: string) =>
  save(dataClient().from('fiscal_ranges').delete().eq('id', id), 'fiscal-not-saved');

export const retryVoids = () =>
  save(dataClient().from('fiscal_voids').update({ state: 'due' }).eq('state', 'rejected'), 'fiscal-not-saved');

export const saveExchangeRate = (rate: NonNullable<FiscalOverview['exchange_rate']>) =>
  save(dataClient().from('exchange_rates').upsert(rate), 'fiscal-not-saved');

export const voidRange = (id: string) =>
  save(dataClient().rpc('void_fiscal_numbers', { fiscal_range: id }), 'fiscal-not-saved');

const documentSchema = z.object({
  id: z.uuid(),
  receipt_id: z.uuid(),
  type: z.enum(FISCAL_TYPES),
  encf: z.string().nullable(),
  state: z.enum(['due', 'numbered', 'signed', 'sent', 'accepted', 'conditional', 'rejected']),
  amount: amountSchema,
  tax: amountSchema,
  buyer_tax_number: z.string().nullable(),
  buyer_name: z.string().nullable(),
  security_code: z.string().nullable(),
  signed_at: time.nullable(),
  is_contingency: z.boolean(),
  issued_on: z.iso.date().nullable(),
  receipt_number: z.number(),
  reservation_id: z.uuid(),
  modified_encf: z.string().nullable(),
  response: z.string().nullable(),
  created_at: time,
  reissued_at: time.nullable(),
});

export type FiscalRow = z.infer<typeof documentSchema>;

export const DOCUMENTS_URL = {
  filters: { state: ['any', 'open', 'accepted', 'rejected'], type: ['any', ...FISCAL_TYPES], from: null, to: null },
  sortable: ['created_at'],
  defaultSort: { id: 'created_at', desc: true },
} as const;

type DocumentsQuery = TableQuery<(typeof DOCUMENTS_URL)['filters']>;
type DocumentsFilters = DocumentsQuery['filters'];

function selectDocuments({ state, type, ...days }: DocumentsFilters, count?: 'exact') {
  // The days are those of the issue.
  const columns = Object.keys(documentSchema.shape).join();
  let query = selectRecords('admin_fiscal_documents', columns, days, { count, time: 'signed_at' });
  if (state === 'open') query = query.in('state', ['due', 'numbered', 'signed', 'sent']);
  else if (state === 'accepted') query = query.in('state', ['accepted', 'conditional']);
  else if (state === 'rejected') query = query.eq('state', 'rejected');
  if (type !== 'any') query = query.eq('type', type);
  return query;
}

export const listDocuments = (query: DocumentsQuery, signal: AbortSignal) =>
  readRecords(selectDocuments(query.filters, 'exact'), {
    query,
    schema: documentSchema,
    problem: 'fiscal-not-loaded',
    signal,
  });

export async function readDocumentsAfter(
  last: FiscalRow | null,
  filters: DocumentsFilters,
  signal: AbortSignal,
): Promise<ParsedRows<FiscalRow>> {
  let query = selectDocuments(filters);
  if (last !== null) {
    const moment = last.created_at;
    query = query.or(`created_at.gt.${moment},and(created_at.eq.${moment},id.gt.${last.id})`);
  }
  const response = await query.order('created_at').order('id').limit(EXPORT_PAGE_ROWS).abortSignal(signal);
  return readRows(response, documentSchema, 'fiscal-not-loaded');
}

const receivedSchema = z.object({
  id: z.uuid(),
  issuer: z.string(),
  issuer_name: z.string().nullable(),
  encf: z.string(),
  issued_on: z.iso.date(),
  amount: amountSchema,
  signer: z.string(),
  /** What DGII has said of it. */
  state: z.enum(['unconfirmed', 'confirmed', 'unknown']),
  takes_approval: z.boolean(),
  approval: z
    .object({
      reason: z.string().nullable(),
      state: z.enum(['due', 'sent', 'failed']),
      response: z.string().nullable(),
    })
    .nullable(),
});

/** A document that somebody sent to the operator, and what they decided on it. */
export type Received = z.infer<typeof receivedSchema>;

const RECEIVED_COLUMNS =
  'id, issuer, issuer_name, encf, issued_on, amount, signer, state, takes_approval, approval:fiscal_approvals(reason, state, response)';

export async function listReceived(from: number, to: number, signal: AbortSignal) {
  const response = await dataClient()
    .from('fiscal_received')
    .select(RECEIVED_COLUMNS)
    .eq('kind', 'document')
    .order('received_at', { ascending: false })
    .order('id')
    .range(from, to)
    .abortSignal(signal);
  return readRows(response, receivedSchema, 'fiscal-not-loaded');
}

/** Rejects a document for a reason, or approves it. It fails where somebody has decided before. */
export const decideOnReceived = (id: string, reason: string | null) =>
  save(dataClient().from('fiscal_approvals').insert({ received_id: id, reason }), 'fiscal-not-saved');

/** It fails where somebody has decided on the document before. */
export const removeReceived = (id: string) =>
  save(dataClient().from('fiscal_received').delete().eq('id', id).select('id').single(), 'fiscal-not-saved');

const xmlSchema = z.object({ xml: z.string() });

/** The signed document, as it is kept for ten years. */
export async function loadXml(table: 'fiscal_documents' | 'fiscal_received', id: string): Promise<string> {
  return readRow(await dataClient().from(table).select('xml').eq('id', id).single(), xmlSchema, 'fiscal-not-loaded')
    .xml;
}

/** A buyer without a number is the consumer. */
export const reissueDocument = (document: string, reason: string, buyer: TypedBuyer) =>
  save(
    dataClient().rpc('reissue_fiscal_document', {
      document,
      reason,
      buyer_tax_number: parseTaxId(buyer.taxNumber),
      buyer_name: buyer.name.trim() || null,
    }),
    'fiscal-not-saved',
  );

const buyerRow = tableRow({ tax_number: z.string(), name: z.string(), is_wanted: z.boolean() });

/** The tax number that a driver gave last, and whether they want it on what they reserve. */
export type Buyer = z.infer<typeof buyerRow.schema>;

/** From how much on a reservation needs a buyer; null where this installation issues no fiscal documents. */
export async function loadBuyerLimit(signal: AbortSignal): Promise<number | null> {
  const { data, error } = await dataClient().rpc('fiscal_buyer_limit').abortSignal(signal);
  if (error) throw new Problem('fiscal-not-loaded', { cause: error });
  return z.number().nullable().parse(data);
}

/** Null where this installation issues no fiscal documents. */
export async function loadBuyer(userId: string, signal: AbortSignal) {
  const limit = await loadBuyerLimit(signal);
  if (limit === null) return null;
  const response = await dataClient()
    .from('fiscal_buyers')
    .select(buyerRow.columns)
    .eq('user_id', userId)
    .abortSignal(signal)
    .maybeSingle();
  return { limit, buyer: readRow(response, buyerRow.schema.nullable(), 'fiscal-not-loaded') };
}

/** Applies to what the driver reserves from now on. */
export const saveBuyer = (userId: string, buyer: Buyer) =>
  save(
    dataClient()
      .from('fiscal_buyers')
      .upsert({ user_id: userId, ...toColumns(buyer) }),
    'fiscal-not-saved',
  );

/** Gives a reservation a buyer, as long as its document is not issued. */
export const askForTaxCredit = (reservation: string, { taxNumber, name }: Buyer) =>
  save(dataClient().rpc('ask_for_tax_credit', { reservation, tax_number: taxNumber, name }), 'fiscal-not-saved');
