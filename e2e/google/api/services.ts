import type { Literal } from './geometry.ts';

/** Each request to a service, for tests to look at. */
export const requests: { service: string; request: Record<string, unknown> }[] = [];

type RouteRequest = {
  origin: Literal;
  destination: Literal;
  travelMode: string;
  routingPreference?: string;
  trafficModel?: string;
  departureTime?: Date;
  fields: string[];
};

export const Route = {
  async computeRoutes(request: RouteRequest) {
    requests.push({ service: 'route', request: { ...request } });
    const { origin, destination, departureTime = new Date(), fields } = request;
    if (departureTime.getTime() < Date.now()) throw new Error('Timestamp must be set to a future time.');
    if (request.trafficModel && request.routingPreference !== 'TRAFFIC_AWARE_OPTIMAL')
      throw new Error('INVALID_ARGUMENT');
    const steps = [
      { maneuver: 'DEPART', instructions: 'Head north on Calle El Conde', distanceMeters: 400 },
      { maneuver: 'TURN_LEFT', instructions: 'Turn left onto Av. Bolívar\nToll road', distanceMeters: 6000 },
    ];
    const all: Record<string, unknown> = {
      path: [origin, { lat: origin.lat, lng: destination.lng }, destination],
      distanceMeters: 6400,
      durationMillis: 23 * 60_000,
      staticDurationMillis: 11 * 60_000,
      legs: [{ steps }],
    };
    return { routes: [Object.fromEntries(fields.map((field) => [field, all[field]]))] };
  },
};

export class Geocoder {
  async geocode({ location }: { location: Literal }) {
    requests.push({ service: 'geocode', request: { location } });
    return { results: [{ formatted_address: 'Calle El Conde 1, Santo Domingo' }] };
  }
}
