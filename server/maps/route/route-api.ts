import { Hono } from 'hono';
import { format } from '../../../domain/days/country-time.ts';
import type { AppEnv } from '../../../supabase-server/caller.ts';
import type { Street } from '../map-data.ts';
import { buildRouteResponse } from './build-route-response.ts';
import { planRoute } from './find-route.ts';
import { parseRouteRequest, RouteError } from './route-request.ts';
import { buildStreetNetwork } from './street-network.ts';

// Bureau of Public Roads, Traffic Assignment Manual (1964): travel time = free flow x (1 + 0.15 (volume / capacity)^4).
const BPR_ALPHA = 0.15;

const BPR_BETA = 4;

/** Estimated volume over capacity for each hour from midnight; docs/maps.md names the sources. */
const WORKING_DAY = [
  0.3, 0.2, 0.2, 0.2, 0.3, 0.6, 1.1, 1.5, 1.5, 1.25, 1.15, 1.2, 1.35, 1.3, 1.2, 1.25, 1.4, 1.6, 1.6, 1.4, 1.1, 0.9, 0.7,
  0.5,
];

const SATURDAY = [
  0.45, 0.35, 0.3, 0.25, 0.25, 0.4, 0.6, 0.8, 1.0, 1.1, 1.2, 1.3, 1.3, 1.2, 1.1, 1.1, 1.15, 1.2, 1.2, 1.1, 1.0, 0.9,
  0.8, 0.6,
];

const SUNDAY = [
  0.5, 0.4, 0.3, 0.25, 0.2, 0.25, 0.35, 0.45, 0.6, 0.75, 0.85, 0.95, 1.0, 0.95, 0.9, 0.9, 0.95, 1.05, 1.1, 1.0, 0.85,
  0.7, 0.55, 0.4,
];

const VERSION = 'v1';

/** `/route/v1/{profile}/{coordinates}`: driving directions in the format of OSRM's HTTP API. */
export function createRouteApi({ streets, now }: { streets: readonly Street[]; now: () => Date }): Hono<AppEnv> {
  const network = buildStreetNetwork(streets);
  const api = new Hono<AppEnv>();
  api.get('/:service/:version/:profile/:coordinates{.+}', (c) => {
    const { service, version, coordinates } = c.req.param();
    if (!/^v\d+$/.test(version)) throw new RouteError('InvalidUrl', 'URL string malformed close to the version');
    if (service !== 'route') throw new RouteError('InvalidService', `Service ${service} not found!`);
    if (version !== VERSION) throw new RouteError('InvalidVersion', `Version ${version} of ${service} not found!`);
    const request = parseRouteRequest(coordinates, new URL(c.req.url).searchParams);
    const plan = planRoute(network, request.coordinates, request.snapLimitsM);
    return c.json(buildRouteResponse(network, plan, request, getCongestionFactor(now())));
  });
  api.get('/:service{(route|nearest|table|match|trip|tile)}/*', () => {
    throw new RouteError('InvalidUrl', 'URL string malformed: /route/v1/driving/{longitude},{latitude};… expected');
  });
  api.onError((error, c) => {
    if (!(error instanceof RouteError)) throw error;
    return c.json({ code: error.code, message: error.message }, 400);
  });
  return api;
}

/**
 * The ratio of the driving time at `now` in Santo Domingo to the free-flow time: at least 1, estimated by hour and kind of
 * day.
 */
function getCongestionFactor(now: Date): number {
  const weekday = new Date(format(now, 'yyyy-MM-dd')).getUTCDay();
  const profile = weekday === 6 ? SATURDAY : weekday === 0 ? SUNDAY : WORKING_DAY;
  const hour = Number(format(now, 'H'));
  const share = Number(format(now, 'm')) / 60;
  const load = (profile[hour] ?? 0) * (1 - share) + (profile[(hour + 1) % profile.length] ?? 0) * share;
  return 1 + BPR_ALPHA * load ** BPR_BETA;
}
