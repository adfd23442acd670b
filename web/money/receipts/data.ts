import * as z from 'zod';
import { type Receipt, receiptSchema } from '../../../domain/money/receipt.ts';
import { Problem } from '../../../domain/problems.ts';
import type { Position } from '../../../domain/zones/distance.ts';
import { dataClient } from '../../data/connection.ts';
import { toPosition, zoneRowSchema } from '../../data/zone.ts';

/** A receipt, the other ones of the same stay in the order of their numbers, and where its zone is, if anybody knows. */
export type StayReceipt = { receipt: Receipt; others: Receipt[]; position: Position | null };

const idSchema = z.uuid();

const STAY_COLUMNS = 'reservation_id, reservations(parking_spaces(parking_zones(latitude, longitude)))';

/** A zone that was deleted, or that the stay is not in, is no error. */
const stayRowSchema = z.object({
  reservation_id: z.string(),
  reservations: z
    .object({
      parking_spaces: z
        .object({ parking_zones: zoneRowSchema.pick({ latitude: true, longitude: true }).nullable() })
        .nullable(),
    })
    .nullish(),
});

/** Null when there is none that this person may read. @throws Problem `money-not-loaded` */
export async function loadReceipt(id: string, signal: AbortSignal): Promise<StayReceipt | null> {
  if (!idSchema.safeParse(id).success) return null;
  const found = await dataClient().from('receipts').select(STAY_COLUMNS).eq('id', id).abortSignal(signal);
  const stays = z.array(stayRowSchema).safeParse(found.data);
  if (found.error || !stays.success) throw new Problem('money-not-loaded', { cause: found.error ?? stays.error });
  const [stay] = stays.data;
  if (stay === undefined) return null;
  const zone = stay.reservations?.parking_spaces?.parking_zones ?? null;
  const { data, error } = await dataClient()
    .from('receipts')
    .select('*')
    .eq('reservation_id', stay.reservation_id)
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
    position: zone === null ? null : toPosition(zone),
  };
}
