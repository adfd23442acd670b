import { getLocale } from '#language';
import { Problem } from '../../../domain/problems.ts';
import type { Position } from '../../../domain/zones/distance.ts';
import type { Place, PlaceSuggestion } from '../contract.ts';
import { loadGoogleLibrary } from './load-google-maps.ts';

/** Places within this many metres come first; the most that Google accepts. */
const BIAS_RADIUS_M = 50_000;
const ZERO_RESULTS = 'ZERO_RESULTS';

/** Google bills all requests until a place is chosen as one session. */
let session: google.maps.places.AutocompleteSessionToken | null = null;

/** Google's suggestions for a query, nearby places first. @throws when Google fails */
export async function suggestGooglePlaces(query: string, near: Position, country?: string): Promise<PlaceSuggestion[]> {
  const { AutocompleteSessionToken, AutocompleteSuggestion } = await loadGoogleLibrary('places');
  session ??= new AutocompleteSessionToken();
  const { suggestions } = await AutocompleteSuggestion.fetchAutocompleteSuggestions({
    input: query,
    language: getLocale(),
    locationBias: { center: near, radius: BIAS_RADIUS_M },
    sessionToken: session,
    ...(country === undefined ? {} : { includedRegionCodes: [country] }),
  });
  return suggestions.flatMap(({ placePrediction }) => (placePrediction ? [toSuggestion(placePrediction)] : []));
}

function toSuggestion(prediction: google.maps.places.PlacePrediction): PlaceSuggestion {
  return {
    id: prediction.placeId,
    title: prediction.mainText?.text ?? prediction.text.text,
    detail: prediction.secondaryText?.text ?? '',
    locate: async () => {
      // The next request starts a new session; the place carries its own token.
      session = null;
      try {
        return await locate(prediction);
      } catch (cause) {
        throw new Problem('search-failed', { cause });
      }
    },
  };
}

async function locate(prediction: google.maps.places.PlacePrediction): Promise<Place> {
  const { place } = await prediction.toPlace().fetchFields({ fields: ['displayName', 'formattedAddress', 'location'] });
  if (!place.location) throw new Error('Google does not say where the place is');
  const address = place.formattedAddress ?? prediction.text.text;
  return {
    id: prediction.placeId,
    title: place.displayName ?? prediction.mainText?.text ?? prediction.text.text,
    detail: prediction.secondaryText?.text ?? address,
    address,
    position: place.location.toJSON(),
  };
}

/** The address that Google's geocoder finds at a position, or null. @throws when the geocoder fails */
export async function describeGooglePosition(position: Position): Promise<string | null> {
  const { Geocoder } = await loadGoogleLibrary('geocoding');
  try {
    const { results } = await new Geocoder().geocode({ location: position });
    return results[0]?.formatted_address ?? null;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === ZERO_RESULTS) return null;
    throw cause;
  }
}
