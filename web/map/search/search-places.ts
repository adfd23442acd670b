import * as z from 'zod';
import { Problem } from '../../../domain/problems.ts';
import { type Position, positionSchema } from '../../../domain/zones/distance.ts';
import { connection } from '../../data/connection.ts';
import { usesGoogle } from '../map-service.ts';
import { within } from '../within.ts';

const RESULTS_LIMIT = 6;
const TIMEOUT_MS = 10_000;

/** A place found by its name or address; `address` is the whole of it in one line. */
export type Place = { id: string; title: string; detail: string; address: string; position: Position };

/** A place as a search suggests it; where it is, is asked once it is chosen. */
export type PlaceSuggestion = Pick<Place, 'id' | 'title' | 'detail'> & {
  /** @throws Problem `search-failed` */
  locate: () => Promise<Place>;
};

export type PlaceSearchOptions = {
  /** Two letters; only places of this country are found. */
  country?: string | undefined;
};

/** The part of an answer of the Photon protocol that the product reads. */
const featureSchema = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
  properties: z.object({
    name: z.string().optional(),
    housenumber: z.string().optional(),
    street: z.string().optional(),
    district: z.string().optional(),
    city: z.string().optional(),
    state: z.string().optional(),
    country: z.string().optional(),
    countrycode: z.string().optional(),
  }),
});
const answerSchema = z.object({ features: z.array(featureSchema) });

/**
 * Finds places by name or address, those near to a position first.
 * @throws Problem `search-failed` when the search service fails or takes longer than 10 s; an AbortError when aborted
 */
export async function searchPlaces(
  query: string,
  near: Position,
  signal: AbortSignal,
  options: PlaceSearchOptions = {},
): Promise<PlaceSuggestion[]> {
  try {
    if (usesGoogle()) {
      const { suggestGooglePlaces } = await import('../google/services/suggest-places.ts');
      const suggestions = await within(TIMEOUT_MS, suggestGooglePlaces(query, near, options));
      signal.throwIfAborted();
      return suggestions;
    }
    return await askPhoton(query, near, signal, options);
  } catch (cause) {
    signal.throwIfAborted();
    throw new Problem('search-failed', { cause });
  }
}

async function askPhoton(query: string, near: Position, signal: AbortSignal, { country }: PlaceSearchOptions) {
  const parameters = new URLSearchParams({
    q: query,
    lat: String(near.lat),
    lon: String(near.lng),
    limit: String(RESULTS_LIMIT),
  });
  const answer = await fetch(`${connection().config.maps.geocoderUrl}/api?${parameters}`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (!answer.ok) throw new Error(`the search service answered ${answer.status}`);
  return placesOf(await answer.json(), country).map((place) => ({ ...place, locate: async () => place }));
}

/**
 * The places of an answer of the Photon protocol, each with a title and the rest of its address.
 * @param country two letters; places that are known to be in another country are left out
 * @throws when malformed
 */
export function placesOf(answer: unknown, country?: string): Place[] {
  const { features } = answerSchema.parse(answer);
  const isWanted = (code = country) => country === undefined || code?.toLowerCase() === country.toLowerCase();
  const wanted = features.filter(({ properties }) => isWanted(properties.countrycode));
  return wanted.map(({ geometry, properties }, index) => {
    const [lng, lat] = geometry.coordinates;
    const { name, housenumber, street, district, city, state } = properties;
    const address = [street, housenumber].filter(Boolean).join(' ');
    const [title = '', ...detail] = unique([name, address, district, city, state, properties.country]);
    return {
      id: `${index}:${lng},${lat}`,
      title,
      detail: detail.join(', '),
      address: [title, ...detail].join(', '),
      position: positionSchema.parse({ lat, lng }),
    };
  });
}

function unique(parts: (string | undefined)[]): string[] {
  return [...new Set(parts.flatMap((part) => (part ? [part] : [])))];
}
