import { Hono } from 'hono';
import { calculateDistanceKm } from '../../../domain/zones/distance.ts';
import type { AppEnv } from '../../../supabase-server/caller.ts';
import type { Bounds } from '../bounds.ts';
import type { MapData, Street } from '../map-data.ts';
import { type LngLat, toPosition } from '../position.ts';
import { SegmentIndex } from '../segment-index.ts';
import { AdminAreas } from './admin-areas.ts';
import { fromStreet, type Landmark, toLandmarks } from './landmark.ts';
import { layersRequest, reverseRequest, searchRequest } from './photon-request.ts';
import { PlaceSearch } from './place-search.ts';

// Up to this distance a building or a street describes a point better than a sector.
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
    return c.json(toCollection(reverse.find([lon, lat], radius, limit)));
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

  /** Landmarks within `radiusKm`: buildings and streets nearby first, then by distance. */
  find(point: LngLat, radiusKm: number, limit: number): Landmark[] {
    const found = this.#landmarks.map((landmark) => ({
      landmark,
      km: calculateDistanceKm(toPosition(point), toPosition(landmark.point)),
    }));
    const street = this.#findStreet(point, radiusKm);
    if (street) found.push(street);
    const isAddress = ({ landmark, km }: (typeof found)[number]) =>
      km <= ADDRESS_RADIUS_KM && (landmark.type === 'house' || landmark.type === 'street');
    return found
      .filter(({ km }) => km <= radiusKm)
      .sort((a, b) => Number(isAddress(b)) - Number(isAddress(a)) || a.km - b.km)
      .slice(0, limit)
      .map(({ landmark }) => landmark);
  }

  #findStreet(point: LngLat, radiusKm: number): { landmark: Landmark; km: number } | undefined {
    const nearest = this.#index.findNearest(point, radiusKm * 1000);
    const street = nearest && this.#streets[nearest.line];
    if (!street) return undefined;
    return { landmark: fromStreet(street, nearest.point, this.#areas), km: nearest.distanceM / 1000 };
  }
}
