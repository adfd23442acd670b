import { Hono } from 'hono';
import type { AppEnv } from '../../caller.ts';
import type { Street } from '../map-data.ts';
import { planRoute } from './plan-route.ts';
import { toRouteAnswer } from './route-answer.ts';
import { RouteRefusal } from './route-refusal.ts';
import { readRouteRequest } from './route-request.ts';
import { buildStreetNetwork } from './street-network.ts';
import { trafficFactor } from './traffic.ts';

const VERSION = 'v1';

/** `/route/v1/{profile}/{coordinates}`: driving directions in the format of OSRM's HTTP API. */
export function createRouteApi({ streets, now }: { streets: readonly Street[]; now: () => Date }): Hono<AppEnv> {
  const network = buildStreetNetwork(streets);
  const api = new Hono<AppEnv>();
  api.get('/:service/:version/:profile/:coordinates{.+}', (c) => {
    const { service, version, coordinates } = c.req.param();
    if (!/^v\d+$/.test(version)) throw new RouteRefusal('InvalidUrl', 'URL string malformed close to the version');
    if (service !== 'route') throw new RouteRefusal('InvalidService', `Service ${service} not found!`);
    if (version !== VERSION) throw new RouteRefusal('InvalidVersion', `Version ${version} of ${service} not found!`);
    const request = readRouteRequest(coordinates, new URL(c.req.url).searchParams);
    const plan = planRoute(network, request.coordinates, request.reachesM);
    return c.json(toRouteAnswer(network, plan, request, trafficFactor(now())));
  });
  api.get('/:service{(route|nearest|table|match|trip|tile)}/*', () => {
    throw new RouteRefusal('InvalidUrl', 'URL string malformed: /route/v1/driving/{longitude},{latitude};… expected');
  });
  api.onError((error, c) => {
    if (!(error instanceof RouteRefusal)) throw error;
    return c.json({ code: error.code, message: error.message }, 400);
  });
  return api;
}
