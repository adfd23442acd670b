import { Hono } from 'hono';
import * as z from 'zod';
import { calculateDistanceKm } from '../../../domain/zones/distance.ts';
import type { AppEnv } from '../../../supabase-server/caller.ts';
import { type LngLat, toPosition } from '../geometry.ts';
import type { MapData, Street } from '../map-data.ts';
import { SegmentIndex } from '../spatial-index.ts';
import { AdminAreas, fromStreet, type Landmark, toLandmarks } from './landmark.ts';
import { PlaceSearch } from './place-search.ts';

const MAX_RESULTS = 50;
const MAX_QUERY_CHARACTERS = 200;

const number = (name: string, min: number, max: number) =>
  z
    .string()
    .regex(/^[-+]?\d+(\.\d+)?$/, `invalid parameter '${name}': a number is expected`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `invalid parameter '${name}': ${min} to ${max} is expected`);

const lat = number('lat', -90, 90);
const lon = number('lon', -180, 180);
const limit = z
  .string()
  .regex(/^\d{1,9}$/, "invalid parameter 'limit': a whole number is expected")
  .transform((value) => Math.min(Math.max(Number(value), 1), MAX_RESULTS));

/** Photon's `/api`. Unknown parameters are ignored, since Photon's clients send many. */
const searchRequest = z
  .object({
    q: z
      .string("missing parameter 'q': the text to search for is expected")
      .trim()
      .min(1, "missing parameter 'q': the text to search for is expected")
      .max(MAX_QUERY_CHARACTERS, `invalid parameter 'q': at most ${MAX_QUERY_CHARACTERS} characters are expected`),
    lat: lat.optional(),
    lon: lon.optional(),
    limit: limit.default(15),
  })
  .refine((query) => (query.lat === undefined) === (query.lon === undefined), "parameters 'lat' and 'lon' go together");

/** Photon's `/reverse`. */
const reverseRequest = z.object({
  lat: z.string("missing parameter 'lat'").pipe(lat),
  lon: z.string("missing parameter 'lon'").pipe(lon),
});

/** What is farther away does not describe a point. */
const RADIUS_KM = 5;
/** Up to this distance a building or a street describes a point better than a sector. */
const ADDRESS_RADIUS_KM = 0.3;

/** Only for the built-in map, like the states; an extract may contain any country. */
const COUNTRY = { country: 'República Dominicana', countrycode: 'DO' };

/** `/api` and `/reverse`: search by name and by position in the format of the Photon geocoder. */
export function createSearchApi(data: MapData): Hono<AppEnv> {
  const areas = new AdminAreas(data.places);
  const landmarks = toLandmarks(data, areas);
  const isBuiltIn = data.source === 'built-in';
  const toCollection = (found: readonly Landmark[]) => ({
    type: 'FeatureCollection',
    features: found.map((landmark) => toFeature(landmark, isBuiltIn)),
  });
  const places = new PlaceSearch(landmarks);
  const reverse = new ReverseSearch(data.streets, landmarks, areas);
  const api = new Hono<AppEnv>();
  api.get('/api', (c) => {
    const query = searchRequest.safeParse(c.req.query());
    if (!query.success) return c.json({ message: firstIssue(query.error) }, 400);
    const { q, lat, lon, limit } = query.data;
    const found = places.find({
      text: q,
      limit,
      ...(lat === undefined || lon === undefined ? {} : { near: [lon, lat] }),
    });
    return c.json(toCollection(found));
  });
  api.get('/reverse', (c) => {
    const query = reverseRequest.safeParse(c.req.query());
    if (!query.success) return c.json({ message: firstIssue(query.error) }, 400);
    return c.json(toCollection(reverse.find([query.data.lon, query.data.lat])));
  });
  return api;
}

function firstIssue({ issues }: { issues: readonly { message: string }[] }): string {
  return issues[0]?.message ?? 'invalid request';
}

function toFeature({ name, type, point, street, district, city, state }: Landmark, isBuiltIn: boolean) {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: point },
    properties: {
      type,
      name,
      ...(street === undefined ? {} : { street }),
      ...(district === undefined ? {} : { district }),
      ...(city === undefined ? {} : { city }),
      ...(state === undefined || !isBuiltIn ? {} : { state }),
      ...(isBuiltIn ? COUNTRY : {}),
    },
  };
}

class ReverseSearch {
  readonly #areas: AdminAreas;
  readonly #landmarks: readonly Landmark[];
  readonly #streets: readonly Street[];
  readonly #index: SegmentIndex;

  constructor(streets: readonly Street[], landmarks: readonly Landmark[], areas: AdminAreas) {
    this.#areas = areas;
    this.#landmarks = landmarks.filter(({ type }) => type !== 'street');
    this.#streets = streets.filter(({ name }) => name !== '');
    this.#index = new SegmentIndex(this.#streets.map(({ line }) => line));
  }

  /** The building or street nearby, else the nearest of all; at most one. */
  find(point: LngLat): Landmark[] {
    const found = this.#landmarks.map((landmark) => ({
      landmark,
      km: calculateDistanceKm(toPosition(point), toPosition(landmark.point)),
    }));
    const street = this.#findStreet(point);
    if (street) found.push(street);
    const isAddress = ({ landmark, km }: (typeof found)[number]) =>
      km <= ADDRESS_RADIUS_KM && (landmark.type === 'house' || landmark.type === 'street');
    return found
      .filter(({ km }) => km <= RADIUS_KM)
      .sort((a, b) => Number(isAddress(b)) - Number(isAddress(a)) || a.km - b.km)
      .slice(0, 1)
      .map(({ landmark }) => landmark);
  }

  #findStreet(point: LngLat): { landmark: Landmark; km: number } | undefined {
    const nearest = this.#index.findNearest(point, RADIUS_KM * 1000);
    const street = nearest && this.#streets[nearest.line];
    if (!street) return undefined;
    return { landmark: fromStreet(street, nearest.point, this.#areas), km: nearest.distanceM / 1000 };
  }
}
