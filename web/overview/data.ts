import { Problem } from '../../domain/problems.ts';
import { dataClient } from '../data/connection.ts';

/** How many there are of each. */
export type Figures = { users: number; spaces: number; reservations: number };

/** @throws Problem `figures-not-loaded` */
export async function loadFigures(signal: AbortSignal): Promise<Figures> {
  const [users, spaces, reservations] = await Promise.all([
    countRows('profiles', signal),
    countRows('parking_spaces', signal),
    countRows('reservations', signal),
  ]);
  return { users, spaces, reservations };
}

async function countRows(table: 'profiles' | 'parking_spaces' | 'reservations', signal: AbortSignal): Promise<number> {
  const { count, error } = await dataClient().from(table).select('id', { count: 'exact' }).limit(1).abortSignal(signal);
  if (error || count === null) throw new Problem('figures-not-loaded', { cause: error });
  return count;
}
