import * as z from 'zod';
import { type Position, positionSchema } from '../../domain/distance.ts';
import { Problem } from '../../domain/problems.ts';
import { connection } from '../platform/connection.ts';

const RESULTS_LIMIT = 6;
const TIMEOUT_MS = 10_000;

/** A place found by its name or address. */
export type Place = { id: string; title: string; detail: string; position: Position };

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
  }),
});
const answerSchema = z.object({ features: z.array(featureSchema) });

/**
 * Finds places by name or address, those near to a position first.
 * @throws Problem `search-failed` when the search service fails or takes longer than 10 s; an AbortError when aborted
 */
export async function searchPlaces(query: string, near: Position, signal: AbortSignal): Promise<Place[]> {
  const parameters = new URLSearchParams({
    q: query,
    lat: String(near.lat),
    lon: String(near.lng),
    limit: String(RESULTS_LIMIT),
  });
  try {
    const answer = await fetch(`${connection().config.maps.geocoderUrl}/api?${parameters}`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (!answer.ok) throw new Error(`the search service answered ${answer.status}`);
    return placesOf(await answer.json());
  } catch (cause) {
    signal.throwIfAborted();
    throw new Problem('search-failed', { cause });
  }
}

/** The places of an answer of the Photon protocol, each with a title and the rest of its address. @throws when malformed */
export function placesOf(answer: unknown): Place[] {
  return answerSchema.parse(answer).features.map(({ geometry, properties }, index) => {
    const [lng, lat] = geometry.coordinates;
    const { name, housenumber, street, district, city, state, country } = properties;
    const address = [street, housenumber].filter(Boolean).join(' ');
    const [title = '', ...detail] = unique([name, address, district, city, state, country]);
    return {
      id: `${index}:${lng},${lat}`,
      title,
      detail: detail.join(', '),
      position: positionSchema.parse({ lat, lng }),
    };
  });
}

function unique(parts: (string | undefined)[]): string[] {
  return [...new Set(parts.flatMap((part) => (part ? [part] : [])))];
}
