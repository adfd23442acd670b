import * as z from 'zod';
import { type Receipt, receiptSchema } from '../../domain/money/receipt.ts';
import { Problem } from '../../domain/problems.ts';
import { dataClient } from '../data/connection.ts';

/** A receipt, and the other ones of the same stay in the order of their numbers. */
export type StayReceipt = { receipt: Receipt; others: Receipt[] };

const idSchema = z.uuid();

/** Null when there is none that this person may read. @throws Problem `money-not-loaded` */
export async function loadReceipt(id: string, signal: AbortSignal): Promise<StayReceipt | null> {
  if (!idSchema.safeParse(id).success) return null;
  const found = await dataClient().from('receipts').select('reservation_id').eq('id', id).abortSignal(signal);
  if (found.error) throw new Problem('money-not-loaded', { cause: found.error });
  const stay = found.data[0]?.reservation_id;
  if (stay === undefined) return null;
  const { data, error } = await dataClient()
    .from('receipts')
    .select('*')
    .eq('reservation_id', stay)
    .order('number')
    .abortSignal(signal);
  const rows = z.array(receiptSchema).safeParse(data);
  if (error || !rows.success) throw new Problem('money-not-loaded', { cause: error ?? rows.error });
  const receipt = rows.data.find((row) => row.id === id);
  const [first] = rows.data;
  if (receipt === undefined || first === undefined) return null;
  return {
    receipt: { ...receipt, correctsNumber: first.id === id ? null : first.number },
    others: rows.data.filter((row) => row.id !== id),
  };
}
