import { Hono } from 'hono';
import type { AppEnv } from '../../../supabase-server/caller.ts';
import type { Street } from '../map-data.ts';
import { buildRouteResponse } from './build-route-response.ts';
import { getCongestionFactor } from './congestion-factor.ts';
import { parseRouteRequest } from './parse-route-request.ts';
import { planRoute } from './plan-route.ts';
import { RouteError } from './route-error.ts';
import { buildStreetNetwork } from './street-network.ts';

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
