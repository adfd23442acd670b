import polyline from '@googlemaps/polyline-codec';
import simplify from 'simplify-js';
import { measureLength } from '../line-geometry.ts';
import type { LngLat } from '../position.ts';
import { buildSteps, type Step } from './build-steps.ts';
import { sumSeconds } from './find-route.ts';
import type { Annotation, GeometryFormat, RouteRequest } from './parse-route-request.ts';
import { findArrivalSide, type Leg, type Waypoint } from './plan-route.ts';
import type { StreetNetwork } from './street-network.ts';

// An overview drawn across about 1000 pixels loses nothing that is finer than half a pixel.
const OVERVIEW_PIXELS = 2000;
const SUMMARY_STREETS = 2;
const DATA_SOURCE = 'built-in map';

const tenth = (value: number) => Math.round(value * 10) / 10;
const coordinate = ([lng, lat]: LngLat): LngLat => [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6];

/**
 * Writes a planned route as OSRM's route service answers it, with one property more: `free_flow_duration`, the driving
 * time without traffic.
 * @param factor how many times longer than in free flow the drive takes now
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
    ...(request.overview === 'false' ? {} : { geometry: toGeometry(overviewOf(legs, request), request.geometries) }),
    legs: legs.map((leg) => toLeg(network, leg, request, factor)),
    distance: tenth(metres),
    ...timesOf(sumSeconds(stretches), factor),
    weight_name: 'duration',
  };
  return { code: 'Ok', routes: [route], ...(request.skipWaypoints ? {} : { waypoints: waypoints.map(toWaypoint) }) };
}

function timesOf(seconds: number, factor: number) {
  const duration = tenth(seconds * factor);
  return { duration, weight: duration, free_flow_duration: tenth(seconds) };
}

function toLeg(network: StreetNetwork, leg: Leg, request: RouteRequest, factor: number) {
  const steps = request.steps ? buildSteps(network, leg.stretches, findArrivalSide(leg)) : [];
  return {
    steps: steps.map((step) => toStep(step, request.geometries, factor)),
    summary: summaryOf(steps),
    distance: tenth(leg.stretches.reduce((sum, stretch) => sum + stretch.metres, 0)),
    ...timesOf(sumSeconds(leg.stretches), factor),
    ...(request.annotations.length > 0 ? { annotation: annotationOf(leg, factor, request.annotations) } : {}),
  };
}

function toStep(step: Step, geometries: GeometryFormat, factor: number) {
  return {
    geometry: toGeometry(step.line, geometries),
    maneuver: {
      type: step.type,
      ...(step.modifier === undefined ? {} : { modifier: step.modifier }),
      location: coordinate(step.line[0] ?? [0, 0]),
      bearing_before: Math.round(step.bearingBefore) % 360,
      bearing_after: Math.round(step.bearingAfter) % 360,
    },
    mode: 'driving',
    driving_side: 'right',
    name: step.name,
    intersections: step.intersections.map((passed) => ({ ...passed, location: coordinate(passed.location) })),
    distance: tenth(step.metres),
    ...timesOf(step.seconds, factor),
  };
}

function toWaypoint({ name, snapped }: Waypoint) {
  return { name, location: coordinate(snapped.point), distance: tenth(snapped.distanceM) };
}

/** The streets driven longest, in the order in which they come. */
function summaryOf(steps: readonly Step[]): string {
  const metres = new Map<string, number>();
  for (const { name, metres: length } of steps) if (name !== '') metres.set(name, (metres.get(name) ?? 0) + length);
  const longest = [...metres].sort((a, b) => b[1] - a[1]).slice(0, SUMMARY_STREETS);
  return [...metres.keys()].filter((name) => longest.some(([long]) => long === name)).join(', ');
}

/** Per pair of consecutive points of the leg. */
function annotationOf({ stretches }: Leg, factor: number, wanted: readonly Annotation[]) {
  const pairs = stretches.flatMap(({ line, metres, seconds }) =>
    line.slice(1).map((to, i) => {
      const distance = measureLength([line[i] ?? to, to]);
      const duration = metres === 0 ? 0 : (distance / metres) * seconds * factor;
      const speed = duration === 0 ? 0 : tenth(distance / duration);
      return { distance: tenth(distance), duration: tenth(duration), weight: tenth(duration), speed, datasources: 0 };
    }),
  );
  return {
    ...Object.fromEntries(wanted.map((name) => [name, pairs.map((pair) => pair[name])])),
    ...(wanted.includes('datasources') ? { metadata: { datasource_names: [DATA_SOURCE] } } : {}),
  };
}

/** The line of all legs. Simplified, it still passes every waypoint, as clients cut it there. */
function overviewOf(legs: readonly Leg[], { overview }: RouteRequest): LngLat[] {
  const lines = legs.map(({ stretches }) => stretches.flatMap(({ line }) => line));
  const all = lines.flat();
  const span = (values: number[]) => Math.max(...values) - Math.min(...values);
  const extent = Math.max(span(all.map(([lng]) => lng)), span(all.map(([, lat]) => lat)));
  const drawn = overview === 'full' ? all : lines.flatMap((line) => simplified(line, extent / OVERVIEW_PIXELS));
  const distinct = drawn.filter((vertex, i) => i === 0 || String(vertex) !== String(drawn[i - 1]));
  return distinct.length > 1 ? distinct : all.slice(0, 2);
}

function simplified(line: readonly LngLat[], tolerance: number): LngLat[] {
  const points = line.map(([x, y]) => ({ x, y }));
  return simplify(points, tolerance, true).map(({ x, y }): LngLat => [x, y]);
}

function toGeometry(line: readonly LngLat[], format: GeometryFormat) {
  if (format === 'geojson') return { type: 'LineString', coordinates: line.map(coordinate) };
  return polyline.encode(
    line.map(([lng, lat]) => ({ lat, lng })),
    format === 'polyline' ? 5 : 6,
  );
}
