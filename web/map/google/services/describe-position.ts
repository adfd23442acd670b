import type { Position } from '../../../../domain/zones/distance.ts';
import { googleLibrary } from './load-google-maps.ts';

const NOTHING_THERE = 'ZERO_RESULTS';

/** What Google's geocoder says is at a position, or null. @throws when the geocoder fails */
export async function describeGooglePosition(position: Position): Promise<string | null> {
  const { Geocoder } = await googleLibrary('geocoding');
  try {
    const { results } = await new Geocoder().geocode({ location: position });
    return results[0]?.formatted_address ?? null;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === NOTHING_THERE) return null;
    throw cause;
  }
}
