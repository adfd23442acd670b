import polyline from '@googlemaps/polyline-codec';
import type { LngLat } from '../position.ts';
import { RouteError } from './route-error.ts';

/** The most places one route may pass. */
export const MAX_COORDINATES = 100;
/** How far from a street a place may lie, in metres. */
export const SNAP_LIMIT_M = 5000;

export type GeometryFormat = 'polyline' | 'polyline6' | 'geojson';

/** What OSRM can tell between each two points of a leg; there are no node ids to tell. */
const ANNOTATIONS = ['distance', 'duration', 'datasources', 'weight', 'speed'] as const;
export type Annotation = (typeof ANNOTATIONS)[number];

/** A request of OSRM's route service, checked. */
export type RouteRequest = {
  coordinates: LngLat[];
  /** How far each place may lie from a street, in metres. */
  reachesM: number[];
  overview: 'simplified' | 'full' | 'false';
  geometries: GeometryFormat;
  steps: boolean;
  annotations: readonly Annotation[];
  skipWaypoints: boolean;
};

const BOOLEAN = /^(true|false)$/;
const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i;

/** The options that OSRM's route service takes, with what each may hold; `exclude` is refused by value below. */
const OPTIONS = new Map<string, RegExp>(
  Object.entries({
    overview: /^(simplified|full|false)$/,
    geometries: /^(polyline|polyline6|geojson)$/,
    steps: BOOLEAN,
    alternatives: /^(true|false|\d{1,3})$/,
    annotations:
      /^(true|false|(nodes|distance|duration|datasources|weight|speed)(,(nodes|distance|duration|datasources|weight|speed))*)$/,
    continue_straight: /^(default|true|false)$/,
    generate_hints: BOOLEAN,
    skip_waypoints: BOOLEAN,
    hints: /^[\w\-=+/;]*$/,
    bearings: /^[\d,;]*$/,
    radiuses: /^[\d.;a-z]*$/,
    approaches: /^(curb|unrestricted|opposite|;)*$/,
    snapping: /^(default|any)$/,
    exclude: /^[\w,]+$/,
  }),
);

/**
 * Reads the coordinates and options of a request to OSRM's route service.
 * @param path the last part of the address: `lng,lat;lng,lat`, `polyline(…)` or `polyline6(…)`, with or without `.json`
 * @throws RouteRefusal with OSRM's code for what is wrong
 */
export function parseRouteRequest(path: string, query: URLSearchParams): RouteRequest {
  const coordinates = readCoordinates(path.replace(/\.json$/, ''));
  for (const [name, value] of query) {
    if (!OPTIONS.get(name)?.test(value)) throw new RouteError('InvalidQuery', `Query string malformed at "${name}"`);
  }
  if (coordinates.length > MAX_COORDINATES) {
    throw new RouteError(
      'TooBig',
      `Number of entries ${coordinates.length} is higher than current maximum (${MAX_COORDINATES})`,
    );
  }
  if (coordinates.length < 2) {
    throw new RouteError('InvalidOptions', 'Number of coordinates needs to be at least two.');
  }
  if (!coordinates.every(([lng, lat]) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90)) {
    throw new RouteError('InvalidValue', 'Invalid coordinate value.');
  }
  if (query.has('exclude')) throw new RouteError('InvalidValue', 'Exclude flag combination is not supported.');
  return {
    coordinates,
    reachesM: readReaches(query.get('radiuses'), coordinates.length),
    overview: (query.get('overview') ?? 'simplified') as RouteRequest['overview'],
    geometries: (query.get('geometries') ?? 'polyline') as GeometryFormat,
    steps: query.get('steps') === 'true',
    annotations: readAnnotations(query.get('annotations') ?? 'false'),
    skipWaypoints: query.get('skip_waypoints') === 'true',
  };
}

function readCoordinates(text: string): LngLat[] {
  const encoded = /^polyline(6?)\((.*)\)$/.exec(text);
  if (encoded) return polyline.decode(encoded[2] ?? '', encoded[1] ? 6 : 5).map(([lat, lng]) => [lng, lat]);
  let position = 0;
  return text.split(';').map((pair) => {
    const [lng, lat, ...rest] = pair.split(',');
    if (lng === undefined || lat === undefined || rest.length > 0 || !NUMBER.test(lng) || !NUMBER.test(lat)) {
      throw new RouteError('InvalidQuery', `Query string malformed close to position ${position}`);
    }
    position += pair.length + 1;
    return [Number(lng), Number(lat)];
  });
}

function readAnnotations(text: string): readonly Annotation[] {
  if (text === 'true') return ANNOTATIONS;
  return ANNOTATIONS.filter((name) => text.split(',').includes(name));
}

function readReaches(text: string | null, count: number): number[] {
  const radiuses = text === null ? Array.from({ length: count }, () => '') : text.split(';');
  if (radiuses.length !== count) {
    throw new RouteError('InvalidOptions', 'Number of radiuses does not match number of coordinates.');
  }
  return radiuses.map((radius) => {
    if (radius === '' || radius === 'unlimited') return SNAP_LIMIT_M;
    if (!NUMBER.test(radius)) throw new RouteError('InvalidQuery', 'Query string malformed at "radiuses"');
    return Math.min(Number(radius), SNAP_LIMIT_M);
  });
}
