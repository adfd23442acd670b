import { Hono } from 'hono';
import * as z from 'zod';
import { calculateDistanceKm } from '../../../domain/zones/distance.ts';
import type { AppEnv } from '../../../supabase-server/caller.ts';
import { type Bounds, type LngLat, toPosition } from '../geometry.ts';
import type { MapData, Street } from '../map-data.ts';
import { SegmentIndex } from '../spatial-index.ts';
import { type AdminAreas, createAdminAreas, fromStreet, type Landmark, toLandmarks } from './landmark.ts';
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

const bbox = z
  .string()
  .transform((text) => text.split(',').map(Number))
  .pipe(
    z.tuple(
      [z.number(), z.number(), z.number(), z.number()],
      "invalid parameter 'bbox': minLon,minLat,maxLon,maxLat is expected",
    ),
  );

/** Photon's layers; our map does not have all of them. */
const LAYERS = ['house', 'street', 'locality', 'district', 'city', 'county', 'state', 'country', 'other'] as const;

/** The parameter may be repeated. */
const layersRequest = z
  .array(z.enum(LAYERS, `invalid parameter 'layer': one of ${LAYERS.join(', ')} is expected`))
  .optional();

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
    bbox: bbox.optional(),
  })
  .refine((query) => (query.lat === undefined) === (query.lon === undefined), "parameters 'lat' and 'lon' go together");

/** Photon's `/reverse`. */
const reverseRequest = z.object({
  lat: z.string("missing parameter 'lat'").pipe(lat),
  lon: z.string("missing parameter 'lon'").pipe(lon),
  radius: number('radius', 0, 5000).default(5),
  limit: limit.default(1),
});

// Up to this distance a building or a street describes a point better than a sector.
const ADDRESS_RADIUS_KM = 0.3;

/** The country of the built-in map, which like the states is left out of an import: that may be of any country. */
const COUNTRY = { country: 'República Dominicana', countrycode: 'DO' };

/** `/api` and `/reverse`: search by name and by position in the format of the Photon geocoder. */
export function createSearchApi(data: MapData): Hono<AppEnv> {
  const areas = createAdminAreas(data.places);
  const landmarks = toLandmarks(data, areas);
  const isBuiltIn = data.source === 'built-in';
  const toCollection = (found: readonly Landmark[]) => ({
    type: 'FeatureCollection',
    features: found.map((landmark) => toFeature(landmark, isBuiltIn)),
  });
  const places = new PlaceSearch(landmarks);
  const findAround = createReverseSearch(data.streets, landmarks, areas);
  const api = new Hono<AppEnv>();
  // Some of Photon's clients add a slash.
  api.on('GET', ['/api', '/api/'], (c) => {
    const query = searchRequest.safeParse(c.req.query());
    if (!query.success) return c.json({ message: firstIssue(query.error) }, 400);
    const layers = layersRequest.safeParse(c.req.queries('layer'));
    if (!layers.success) return c.json({ message: firstIssue(layers.error) }, 400);
    const { q, lat, lon, limit, bbox } = query.data;
    const found = places.find({
      text: q,
      limit,
      ...(lat === undefined || lon === undefined ? {} : { near: [lon, lat] }),
      ...(bbox === undefined ? {} : { within: bbox }),
      ...(layers.data === undefined ? {} : { layers: layers.data }),
    });
    return c.json(toCollection(found));
  });
  api.on('GET', ['/reverse', '/reverse/'], (c) => {
    const query = reverseRequest.safeParse(c.req.query());
    if (!query.success) return c.json({ message: firstIssue(query.error) }, 400);
    const { lat, lon, radius, limit } = query.data;
    return c.json(toCollection(findAround([lon, lat], radius, limit)));
  });
  return api;
}

function firstIssue({ issues }: { issues: readonly { message: string }[] }): string {
  return issues[0]?.message ?? 'invalid request';
}

function toFeature({ name, type, tag, point, extent, street, district, city, state }: Landmark, isBuiltIn: boolean) {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: point },
    // Photon's osm_id and osm_type are left out: the built-in places have none.
    properties: {
      osm_key: tag.key,
      osm_value: tag.value,
      type,
      name,
      ...(street === undefined ? {} : { street }),
      ...(district === undefined ? {} : { district }),
      ...(city === undefined ? {} : { city }),
      ...(state === undefined || !isBuiltIn ? {} : { state }),
      ...(isBuiltIn ? COUNTRY : {}),
      ...(extent === undefined ? {} : { extent: toPhotonExtent(extent) }),
    },
  };
}

/** Photon orders west, north, east, south. */
const toPhotonExtent = ([west, south, east, north]: Bounds) => [west, north, east, south];

/** Finds landmarks within `radiusKm`: buildings and streets nearby first, then by distance. */
function createReverseSearch(streets: readonly Street[], landmarks: readonly Landmark[], areas: AdminAreas) {
  const places = landmarks.filter(({ type }) => type !== 'street');
  const named = streets.filter(({ name }) => name !== '');
  const index = new SegmentIndex(named.map(({ line }) => line));
  return (point: LngLat, radiusKm: number, limit: number): Landmark[] => {
    const found = places.map((landmark) => ({
      landmark,
      km: calculateDistanceKm(toPosition(point), toPosition(landmark.point)),
    }));
    const nearest = index.findNearest(point, radiusKm * 1000);
    const street = nearest && named[nearest.line];
    if (street) found.push({ landmark: fromStreet(street, nearest.point, areas), km: nearest.distanceM / 1000 });
    const isAddress = ({ landmark, km }: (typeof found)[number]) =>
      km <= ADDRESS_RADIUS_KM && (landmark.type === 'house' || landmark.type === 'street');
    return found
      .filter(({ km }) => km <= radiusKm)
      .sort((a, b) => Number(isAddress(b)) - Number(isAddress(a)) || a.km - b.km)
      .slice(0, limit)
      .map(({ landmark }) => landmark);
  };
}
