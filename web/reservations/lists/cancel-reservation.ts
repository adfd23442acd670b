import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';

/** The client's status for a request that was never answered. */
const NO_ANSWER = 0;

/**
 * Cancels an active reservation of this driver. Where the answer gets lost it looks whether the request arrived.
 * @throws Problem `reservation-not-cancelled`, also when there is no such reservation of theirs any more
 */
export async function cancelReservation(id: string): Promise<void> {
  const { error, status } = await dataClient()
    .from('reservations')
    .update({ status: 'cancelled' })
    .eq('id', id)
    // What row level security hides is not refused, only not found.
    .select('id')
    .single();
  if (!error || (status === NO_ANSWER && (await isCancelled(id)))) return;
  throw new Problem('reservation-not-cancelled', { cause: error });
}

async function isCancelled(id: string): Promise<boolean> {
  const { data } = await dataClient().from('reservations').select('status').eq('id', id).retry(false).maybeSingle();
  return data?.status === 'cancelled';
}
