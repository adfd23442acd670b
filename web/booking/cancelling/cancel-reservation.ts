import { findProblemKey, Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { NO_RESPONSE } from '../../data/database-problem.ts';

/** Where what is given back goes: at once to the wallet, or on to where it came from. */
export type RefundTarget = 'wallet' | 'source';

/**
 * Cancels an active reservation of this driver. Without a response it checks whether the request arrived.
 * @throws Problem `stay-begun`, or `reservation-not-cancelled`, also when there is no such reservation of theirs any more
 */
export async function cancelReservation(id: string, refund: RefundTarget): Promise<void> {
  const { error, status } = await (refund === 'source' ? cancelToSource(id) : cancelToWallet(id));
  if (!error || (status === NO_RESPONSE && (await isCancelled(id)))) return;
  throw new Problem(findProblemKey(error.hint) ?? 'reservation-not-cancelled', { cause: error });
}

function cancelToWallet(id: string) {
  return (
    dataClient()
      .from('reservations')
      .update({ status: 'cancelled' })
      .eq('id', id)
      // Row level security hides what is not theirs: no row back means that nothing was cancelled.
      .select('id')
      .single()
  );
}

const cancelToSource = (reservation: string) =>
  dataClient().rpc('cancel_reservation', { reservation, to_source: true }).select('id').single();

async function isCancelled(id: string): Promise<boolean> {
  const { data } = await dataClient().from('reservations').select('status').eq('id', id).retry(false).maybeSingle();
  return data?.status === 'cancelled';
}
