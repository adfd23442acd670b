import pTimeout from 'p-timeout';
import * as z from 'zod';
import { Problem } from '../../../domain/problems.ts';
import { formatCoordinates, type Position, positionSchema } from '../../../domain/zones/distance.ts';
import { connection } from '../../data/connection.ts';
import type { Place, PlaceSuggestion } from '../contract.ts';
import { usesGoogle } from '../map-service.ts';

const RESULTS_LIMIT = 6;
const TIMEOUT_MS = 10_000;

/** The fields that are read of a Photon response. */
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
const responseSchema = z.object({ features: z.array(featureSchema) });

/**
 * Finds places by name or address, nearby ones first.
 * @param country two letters; only places of this country are found
 * @throws Problem `search-failed` when the search service fails or takes longer than 10 s; an AbortError when aborted
 */
export function searchPlaces(
  query: string,
  near: Position,
  signal: AbortSignal,
  country?: string,
): Promise<PlaceSuggestion[]> {
  return search(signal, async () => {
    const position = await findWrittenPosition(query, near, signal);
    if (position !== null) return [await describeWritten(position, signal)];
    if (usesGoogle()) {
      const { suggestGooglePlaces } = await import('../google/google-places.ts');
      return pTimeout(suggestGooglePlaces(query, near, country), { milliseconds: TIMEOUT_MS });
    }
    const place = { q: query, lat: String(near.lat), lon: String(near.lng), limit: String(RESULTS_LIMIT) };
    const places = parsePlaces(await askPhoton('api', place, signal), country);
    return places.map((found) => ({ ...found, locate: async () => found }));
  });
}

/** Coordinates and plus codes have signs that an address rarely has, so that most searches load nothing more. */
const MAY_BE_POSITION = /\d[.,]\d|[°º+]/;

async function findWrittenPosition(query: string, near: Position, signal: AbortSignal): Promise<Position | null> {
  if (!MAY_BE_POSITION.test(query)) return null;
  const { parsePosition } = await import('./written-position.ts');
  return parsePosition(query, async (town) => {
    if (town === '') return near;
    const [found] = await searchPlaces(town, near, signal);
    return found === undefined ? null : (await found.locate()).position;
  });
}

/** Where nobody knows an address, the coordinates are the place. */
async function describeWritten(position: Position, signal: AbortSignal): Promise<PlaceSuggestion> {
  const title = formatCoordinates(position);
  const detail = (await describePosition(position, signal).catch(() => null)) ?? '';
  const place = { id: title, title, detail, address: detail || title, position };
  return { ...place, locate: async () => place };
}

async function search<Found>(signal: AbortSignal, find: () => Promise<Found>): Promise<Found> {
  try {
    const found = await find();
    signal.throwIfAborted();
    return found;
  } catch (cause) {
    signal.throwIfAborted();
    throw new Problem('search-failed', { cause });
  }
}

async function askPhoton(path: string, parameters: Record<string, string>, signal: AbortSignal): Promise<unknown> {
  const address = `${connection().config.maps.geocoderUrl}/${path}?${new URLSearchParams(parameters)}`;
  const response = await pTimeout(fetch(address, { signal }), { milliseconds: TIMEOUT_MS });
  if (!response.ok) throw new Error(`the search service answered ${response.status}`);
  return response.json();
}

/**
 * Parses a Photon response into places with a title and the rest of the address.
 * @param country two letters; leaves out places with the code of another country
 * @throws when malformed
 */
export function parsePlaces(response: unknown, country?: string): Place[] {
  const { features } = responseSchema.parse(response);
  const isInCountry = (code = country) => country === undefined || code?.toLowerCase() === country.toLowerCase();
  const matching = features.filter(({ properties }) => isInCountry(properties.countrycode));
  return matching.map(({ geometry, properties }, index) => {
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

function unique(values: (string | undefined)[]): string[] {
  return [...new Set(values.flatMap((value) => value || []))];
}

/** No point of the country is farther from a town. */
const FARTHEST_PLACE_KM = 50;

/**
 * The address at a position, in one line, or null where there is none.
 * @throws Problem `search-failed` when the search service fails or takes longer than 10 s; an AbortError when aborted
 */
export function describePosition(position: Position, signal: AbortSignal): Promise<string | null> {
  return search(signal, async () => {
    if (usesGoogle()) {
      const { describeGooglePosition } = await import('../google/google-places.ts');
      return pTimeout(describeGooglePosition(position), { milliseconds: TIMEOUT_MS });
    }
    const at = { lat: String(position.lat), lon: String(position.lng), radius: String(FARTHEST_PLACE_KM) };
    const [place] = parsePlaces(await askPhoton('reverse', at, signal));
    return place?.address || null;
  });
}
