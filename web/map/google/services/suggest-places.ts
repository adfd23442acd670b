import { Problem } from '../../../../domain/problems.ts';
import type { Position } from '../../../../domain/zones/distance.ts';
import type { Place, PlaceSearchOptions, PlaceSuggestion } from '../../search/search-places.ts';
import { googleLibrary } from './load-google-maps.ts';

/** How far around a position places come first, in metres; the most that Google takes. */
const BIAS_RADIUS_M = 50_000;

/** Google bills all that is typed until a place is chosen as one session. */
let session: google.maps.places.AutocompleteSessionToken | null = null;

/** The places that Google suggests for what is typed, those near to a position first. @throws when Google fails */
export async function suggestGooglePlaces(
  query: string,
  near: Position,
  { country }: PlaceSearchOptions,
): Promise<PlaceSuggestion[]> {
  const { AutocompleteSessionToken, AutocompleteSuggestion } = await googleLibrary('places');
  session ??= new AutocompleteSessionToken();
  const { suggestions } = await AutocompleteSuggestion.fetchAutocompleteSuggestions({
    input: query,
    language: 'en',
    locationBias: { center: near, radius: BIAS_RADIUS_M },
    sessionToken: session,
    ...(country === undefined ? {} : { includedRegionCodes: [country] }),
  });
  return suggestions.flatMap(({ placePrediction }) => (placePrediction ? [suggestionOf(placePrediction)] : []));
}

function suggestionOf(prediction: google.maps.places.PlacePrediction): PlaceSuggestion {
  return {
    id: prediction.placeId,
    title: prediction.mainText?.text ?? prediction.text.text,
    detail: prediction.secondaryText?.text ?? '',
    locate: async () => {
      // Chosen: what is typed next is a new session. The place brings its own token along.
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
