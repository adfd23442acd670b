import polyline from '@googlemaps/polyline-codec';
import type { LngLat } from '../geometry.ts';

type RouteErrorCode =
  | 'InvalidUrl'
  | 'InvalidService'
  | 'InvalidVersion'
  | 'InvalidOptions'
  | 'InvalidQuery'
  | 'InvalidValue'
  | 'NoSegment'
  | 'NoRoute'
  | 'TooBig';

/** An error of the route service; OSRM responds to all of them with status 400. */
export class RouteError extends Error {
  override name = 'RouteError';
  readonly code: RouteErrorCode;

  constructor(code: RouteErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

const MAX_COORDINATES = 10;
/** The greatest distance of a position from a street. */
const SNAP_LIMIT_M = 5000;

export type GeometryFormat = 'polyline' | 'polyline6' | 'geojson';

/** The annotations of OSRM, except node ids, which our map has not. */
const ANNOTATIONS = ['distance', 'duration', 'datasources', 'weight', 'speed'] as const;
export type Annotation = (typeof ANNOTATIONS)[number];

export type RouteRequest = {
  coordinates: LngLat[];
  /** The greatest distance of each position from a street, in metres. */
  snapLimitsM: number[];
  overview: 'simplified' | 'full' | 'false';
  geometries: GeometryFormat;
  steps: boolean;
  annotations: readonly Annotation[];
  skipWaypoints: boolean;
};

const BOOLEAN = /^(true|false)$/;
const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d{1,3})?$/i;

/** The options of OSRM's route service and their syntax. */
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
 * Parses the coordinates and options of a request to OSRM's route service.
 * @param path `lng,lat;lng,lat`, `polyline(…)` or `polyline6(…)`, with or without `.json`
 * @throws RouteError with a code of OSRM
 */
export function parseRouteRequest(path: string, query: URLSearchParams): RouteRequest {
  const coordinates = parseCoordinates(path.replace(/\.json$/, ''));
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
    snapLimitsM: parseSnapLimits(query.get('radiuses'), coordinates.length),
    overview: (query.get('overview') ?? 'simplified') as RouteRequest['overview'],
    geometries: (query.get('geometries') ?? 'polyline') as GeometryFormat,
    steps: query.get('steps') === 'true',
    annotations: parseAnnotations(query.get('annotations') ?? 'false'),
    skipWaypoints: query.get('skip_waypoints') === 'true',
  };
}

function parseCoordinates(text: string): LngLat[] {
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

function parseAnnotations(text: string): readonly Annotation[] {
  if (text === 'true') return ANNOTATIONS;
  return ANNOTATIONS.filter((name) => text.split(',').includes(name));
}

function parseSnapLimits(text: string | null, count: number): number[] {
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
