import { Problem } from '../../domain/problems.ts';
import { UNKNOWN_LOCATION } from '../../domain/reservations/reservation.ts';
import { CITY_CENTRE } from '../../domain/zones/city-centre.ts';
import type { Position } from '../../domain/zones/distance.ts';
import { searchPlaces } from '../map/search/search-places.ts';

/**
 * Where an address is.
 * @throws Problem `place-not-found` when nobody knows it, `search-failed` when the search does not answer
 */
export async function locateAddress(address: string, signal: AbortSignal): Promise<Position> {
  if (address === UNKNOWN_LOCATION) throw new Problem('place-not-found');
  // Streets of the same name are told apart by how far from the capital they are.
  const [suggestion] = await searchPlaces(address, CITY_CENTRE, signal);
  if (suggestion === undefined) throw new Problem('place-not-found');
  return (await suggestion.locate()).position;
}
