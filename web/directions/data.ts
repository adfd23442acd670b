import { Problem } from '../../domain/problems.ts';
import { UNKNOWN_LOCATION } from '../../domain/reservations/reservation.ts';
import { CITY_CENTRE } from '../../domain/zones/city-centre.ts';
import type { Position } from '../../domain/zones/distance.ts';
import { searchPlaces } from '../map/search/search-places.ts';

/** @throws Problem `place-not-found`, or `search-failed` without a response */
export async function locateAddress(address: string, signal: AbortSignal): Promise<Position> {
  if (address === UNKNOWN_LOCATION) throw new Problem('place-not-found');
  // Of streets with the same name, the one nearest to the capital.
  const [suggestion] = await searchPlaces(address, CITY_CENTRE, signal);
  if (suggestion === undefined) throw new Problem('place-not-found');
  return (await suggestion.locate()).position;
}
