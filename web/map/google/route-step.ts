import type { RouteStep } from '../contract.ts';

const KM_PER_METRE = 0.001;

/** OSRM's terms for Google's maneuvers. */
const MANEUVERS = new Map<string, Pick<RouteStep, 'type' | 'modifier'>>([
  ['DEPART', { type: 'depart' }],
  ['STRAIGHT', { type: 'continue', modifier: 'straight' }],
  ['NAME_CHANGE', { type: 'new name', modifier: 'straight' }],
  ['TURN_LEFT', { type: 'turn', modifier: 'left' }],
  ['TURN_RIGHT', { type: 'turn', modifier: 'right' }],
  ['TURN_SLIGHT_LEFT', { type: 'turn', modifier: 'slight left' }],
  ['TURN_SLIGHT_RIGHT', { type: 'turn', modifier: 'slight right' }],
  ['TURN_SHARP_LEFT', { type: 'turn', modifier: 'sharp left' }],
  ['TURN_SHARP_RIGHT', { type: 'turn', modifier: 'sharp right' }],
  ['UTURN_LEFT', { type: 'turn', modifier: 'uturn' }],
  ['UTURN_RIGHT', { type: 'turn', modifier: 'uturn' }],
  ['RAMP_LEFT', { type: 'on ramp', modifier: 'left' }],
  ['RAMP_RIGHT', { type: 'on ramp', modifier: 'right' }],
  ['FORK_LEFT', { type: 'fork', modifier: 'left' }],
  ['FORK_RIGHT', { type: 'fork', modifier: 'right' }],
  ['MERGE', { type: 'merge' }],
  ['ROUNDABOUT_LEFT', { type: 'roundabout', modifier: 'left' }],
  ['ROUNDABOUT_RIGHT', { type: 'roundabout', modifier: 'right' }],
]);
const CONTINUE = { type: 'continue' };

/** Keeps Google's own sentence, as Google does not name the street separately. */
export function toRouteStep({
  maneuver,
  instructions,
  distanceMeters,
}: Pick<google.maps.routes.RouteLegStep, 'maneuver' | 'instructions' | 'distanceMeters'>): RouteStep {
  // Notes such as tolls follow on lines of their own.
  const instruction = instructions?.split(/\s*\n\s*/).join('. ');
  return {
    ...(MANEUVERS.get(maneuver ?? '') ?? CONTINUE),
    street: '',
    distanceKm: distanceMeters * KM_PER_METRE,
    ...(instruction ? { instruction } : {}),
  };
}
