import * as z from 'zod';
import { fiscalDocumentSchema } from '../../domain/fiscal/fiscal-document.ts';
import { type PriceLine, quoteVersion, rateVersionSchema } from '../../domain/money/rates.ts';
import { type Receipt, receiptSchema } from '../../domain/money/receipt.ts';
import type { Position } from '../../domain/zones/distance.ts';
import { dataClient } from '../data/connection.ts';
import { toPosition, zoneRowSchema } from '../data/zone.ts';
import { readRow } from '../ui/table/parse-rows.ts';

/** A receipt, the other ones of the same reservation in the order of their numbers, and where its zone is, if anybody knows. */
export type ReservationReceipt = {
  receipt: Receipt;
  others: Receipt[];
  position: Position | null;
  /** How the price came about by rates; none where something else was paid or given back. */
  lines: readonly PriceLine[];
  /** Whether the tax authority has yet to accept a fiscal document of it. */
  isFiscalAwaited: boolean;
};

const idSchema = z.uuid();

const RESERVATION_COLUMNS =
  'reservation_id, reservations(rate_versions(*), parking_spaces(parking_zones(latitude, longitude)))';

/** A zone that was deleted, or that the reservation is not in, is no error. */
const paidRowSchema = z.object({
  reservation_id: z.string(),
  reservations: z
    .object({
      rate_versions: rateVersionSchema.nullish(),
      parking_spaces: z
        .object({ parking_zones: zoneRowSchema.pick({ latitude: true, longitude: true }).nullable() })
        .nullable(),
    })
    .nullish(),
});

const fiscalSchema = z.object({ documents: z.array(fiscalDocumentSchema), is_awaited: z.boolean() });

/** Null when there is none that this person may read. */
export async function loadReceipt(id: string, signal: AbortSignal): Promise<ReservationReceipt | null> {
  if (!idSchema.safeParse(id).success) return null;
  const found = await dataClient()
    .from('receipts')
    .select(RESERVATION_COLUMNS)
    .eq('id', id)
    .abortSignal(signal)
    .maybeSingle();
  const reservation = readRow(found, paidRowSchema.nullable(), 'money-not-loaded');
  if (reservation === null) return null;
  const zone = reservation.reservations?.parking_spaces?.parking_zones ?? null;
  const [receipts, fiscal] = await Promise.all([
    dataClient()
      .from('receipts')
      .select('*')
      .eq('reservation_id', reservation.reservation_id)
      .order('number')
      .abortSignal(signal),
    dataClient().rpc('fiscal_documents_of_receipt', { receipt: id }).abortSignal(signal),
  ]);
  const rows = readRow(receipts, z.array(receiptSchema), 'money-not-loaded');
  const { documents, is_awaited: isFiscalAwaited } = readRow(fiscal, fiscalSchema, 'money-not-loaded');
  const receipt = rows.find((row) => row.id === id);
  const [first] = rows;
  const version = reservation.reservations?.rate_versions;
  if (receipt === undefined || first === undefined) return null;
  const quote = version && quoteVersion(version, receipt);
  return {
    receipt: { ...receipt, correctsNumber: first.id === id ? null : first.number, fiscalDocuments: documents },
    isFiscalAwaited,
    lines: quote?.amount === receipt.amount ? quote.lines : [],
    others: rows.filter((row) => row.id !== id),
    position: zone === null ? null : toPosition(zone),
  };
}
