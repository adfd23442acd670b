import { Hono } from 'hono';
import type { AppEnv } from '../../../supabase-server/caller.ts';
import type { Bounds } from '../bounds.ts';
import type { MapData } from '../map-data.ts';
import { AdminAreas } from './admin-areas.ts';
import { type Landmark, toLandmarks } from './landmark.ts';
import { layersRequest, reverseRequest, searchRequest } from './photon-request.ts';
import { PlaceSearch } from './place-search.ts';
import { ReverseSearch } from './reverse-search.ts';

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
