import { Problem } from '../../domain/problems.ts';
import { dataClient } from '../platform/connection.ts';

/**
 * Cancels an active reservation of this driver.
 * @throws Problem `reservation-not-cancelled`, also when there is no such reservation of theirs any more
 */
export async function cancelReservation(id: string): Promise<void> {
  const { error } = await dataClient()
    .from('reservations')
    .update({ status: 'cancelled' })
    .eq('id', id)
    // What row level security hides is not refused, only not found.
    .select('id')
    .single();
  if (error) throw new Problem('reservation-not-cancelled', { cause: error });
}
