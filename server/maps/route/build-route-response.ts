import polyline from '@googlemaps/polyline-codec';
import simplify from 'simplify-js';
import type { LngLat } from '../geometry.ts';
import { measureLength } from '../geometry.ts';
import { buildSteps, findArrivalSide, type Step } from './build-steps.ts';
import type { Leg, Waypoint } from './find-route.ts';
import { sumSeconds } from './find-route.ts';
import type { Annotation, GeometryFormat, RouteRequest } from './route-request.ts';
import type { StreetNetwork } from './street-network.ts';

// Half a pixel of an overview that is about 1000 pixels wide.
const OVERVIEW_PIXELS = 2000;
const SUMMARY_STREETS = 2;
const DATA_SOURCE = 'built-in map';

const roundToTenth = (value: number) => Math.round(value * 10) / 10;
const roundPosition = ([lng, lat]: LngLat): LngLat => [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6];

/**
 * Builds the response of OSRM's route service, with the additional property `free_flow_duration`: the driving time without
 * traffic.
 * @param factor the ratio of the current to the free-flow driving time
 */
export function buildRouteResponse(
  network: StreetNetwork,
  { waypoints, legs }: { waypoints: readonly Waypoint[]; legs: readonly Leg[] },
  request: RouteRequest,
  factor: number,
) {
  const stretches = legs.flatMap((leg) => leg.stretches);
  const metres = stretches.reduce((sum, stretch) => sum + stretch.metres, 0);
  const route = {
    ...(request.overview === 'false' ? {} : { geometry: toGeometry(buildOverview(legs, request), request.geometries) }),
    legs: legs.map((leg) => toLeg(network, leg, request, factor)),
    distance: roundToTenth(metres),
    ...toDurations(sumSeconds(stretches), factor),
    weight_name: 'duration',
  };
  return { code: 'Ok', routes: [route], ...(request.skipWaypoints ? {} : { waypoints: waypoints.map(toWaypoint) }) };
}

function toDurations(seconds: number, factor: number) {
  const duration = roundToTenth(seconds * factor);
  return { duration, weight: duration, free_flow_duration: roundToTenth(seconds) };
}

function toLeg(network: StreetNetwork, leg: Leg, request: RouteRequest, factor: number) {
  const steps = request.steps ? buildSteps(network, leg.stretches, findArrivalSide(leg)) : [];
  return {
    steps: steps.map((step) => toStep(step, request.geometries, factor)),
    summary: summariseStreets(steps),
    distance: roundToTenth(leg.stretches.reduce((sum, stretch) => sum + stretch.metres, 0)),
    ...toDurations(sumSeconds(leg.stretches), factor),
    ...(request.annotations.length > 0 ? { annotation: toAnnotation(leg, factor, request.annotations) } : {}),
  };
}

function toStep(step: Step, geometries: GeometryFormat, factor: number) {
  return {
    geometry: toGeometry(step.line, geometries),
    maneuver: {
      type: step.type,
      ...(step.modifier === undefined ? {} : { modifier: step.modifier }),
      location: roundPosition(step.line[0] ?? [0, 0]),
      bearing_before: Math.round(step.bearingBefore) % 360,
      bearing_after: Math.round(step.bearingAfter) % 360,
    },
    mode: 'driving',
    driving_side: 'right',
    name: step.name,
    intersections: step.intersections.map((passed) => ({ ...passed, location: roundPosition(passed.location) })),
    distance: roundToTenth(step.metres),
    ...toDurations(step.seconds, factor),
  };
}

function toWaypoint({ name, snapped }: Waypoint) {
  return { name, location: roundPosition(snapped.point), distance: roundToTenth(snapped.distanceM) };
}

/** The names of the longest streets, in the order of the route. */
function summariseStreets(steps: readonly Step[]): string {
  const metres = new Map<string, number>();
  for (const { name, metres: length } of steps) if (name !== '') metres.set(name, (metres.get(name) ?? 0) + length);
  const longest = [...metres].sort((a, b) => b[1] - a[1]).slice(0, SUMMARY_STREETS);
  return [...metres.keys()].filter((name) => longest.some(([long]) => long === name)).join(', ');
}

/** Values for each pair of consecutive points. */
function toAnnotation({ stretches }: Leg, factor: number, names: readonly Annotation[]) {
  const pairs = stretches.flatMap(({ line, metres, seconds }) =>
    line.slice(1).map((to, i) => {
      const distance = measureLength([line[i] ?? to, to]);
      const duration = metres === 0 ? 0 : (distance / metres) * seconds * factor;
      const speed = duration === 0 ? 0 : roundToTenth(distance / duration);
      return {
        distance: roundToTenth(distance),
        duration: roundToTenth(duration),
        weight: roundToTenth(duration),
        speed,
        datasources: 0,
      };
    }),
  );
  return {
    ...Object.fromEntries(names.map((name) => [name, pairs.map((pair) => pair[name])])),
    ...(names.includes('datasources') ? { metadata: { datasource_names: [DATA_SOURCE] } } : {}),
  };
}

/** The line of all legs. A simplified one still passes every waypoint, where clients split it. */
function buildOverview(legs: readonly Leg[], { overview }: RouteRequest): LngLat[] {
  const lines = legs.map(({ stretches }) => stretches.flatMap(({ line }) => line));
  const all = lines.flat();
  const span = (values: number[]) => Math.max(...values) - Math.min(...values);
  const extent = Math.max(span(all.map(([lng]) => lng)), span(all.map(([, lat]) => lat)));
  const vertices = overview === 'full' ? all : lines.flatMap((line) => simplifyLine(line, extent / OVERVIEW_PIXELS));
  const distinct = vertices.filter((vertex, i) => i === 0 || String(vertex) !== String(vertices[i - 1]));
  return distinct.length > 1 ? distinct : all.slice(0, 2);
}

function simplifyLine(line: readonly LngLat[], tolerance: number): LngLat[] {
  const points = line.map(([x, y]) => ({ x, y }));
  return simplify(points, tolerance, true).map(({ x, y }): LngLat => [x, y]);
}

function toGeometry(line: readonly LngLat[], format: GeometryFormat) {
  if (format === 'geojson') return { type: 'LineString', coordinates: line.map(roundPosition) };
  return polyline.encode(
    line.map(([lng, lat]) => ({ lat, lng })),
    format === 'polyline' ? 5 : 6,
  );
}
