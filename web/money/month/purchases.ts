import * as z from 'zod';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { save, toProblem, UNIQUE_VIOLATION } from '../../data/database-problem.ts';
import { readRows } from '../../ui/table/parse-rows.ts';

/** Also a code, which is a number. */
const text = z.union([z.string(), z.number().transform(String)]).nullable();
const money = z.union([z.number().transform((amount) => amount.toFixed(2)), z.null()]);

/** A purchase as its form edits it; one without an id is a document that somebody sent. */
const purchaseSchema = z.object({
  id: z.uuid().nullable(),
  supplier: text,
  supplier_name: text,
  ncf: text,
  modifies_ncf: text,
  issued_on: text,
  paid_on: text,
  cost_type: text,
  services: money,
  goods: money,
  tax: money,
  tax_withheld: money,
  income_withheld: money,
  income_withheld_type: text,
  paid_with: text,
  reason: text,
});
export type Purchase = Partial<z.infer<typeof purchaseSchema>>;

/** What was bought in a month, after what others have sent and nobody has booked yet. */
export async function loadPurchases(month: string, signal: AbortSignal): Promise<Purchase[]> {
  const request = dataClient().rpc('papers_purchases', { month: `${month}-01` });
  return readRows(await request.abortSignal(signal), purchaseSchema, 'papers-not-loaded').rows;
}

export async function savePurchase({ id, ...typed }: Purchase): Promise<void> {
  const row = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text?.trim() || null]));
  const table = dataClient().from('purchases');
  const { error } = await table.upsert({ id: id ?? crypto.randomUUID(), ...row });
  if (error?.code === UNIQUE_VIOLATION) throw new Problem('purchase-known', { cause: error });
  // What is no number or breaks a rule.
  if (error) throw toProblem(error, /^2[23]/.test(error.code) ? 'purchase-refused' : 'papers-not-saved');
}

export const removePurchase = (id: string) =>
  save(dataClient().from('purchases').delete().eq('id', id).select('id').single(), 'papers-not-saved');
