import { event, MVCObject } from './events.ts';
import { LatLng, LatLngBounds, type Literal, Point, Size } from './geometry.ts';
import { FakeMap, StyledMapType } from './map.ts';
import { AdvancedMarkerElement, InfoWindow, OverlayView, Polyline } from './overlays.ts';

/** Each request to a service, for tests to look at. */
const requests: { service: string; request: Record<string, unknown> }[] = [];

type RouteRequest = {
  origin: Literal;
  destination: Literal;
  travelMode: string;
  routingPreference?: string;
  trafficModel?: string;
  departureTime?: Date;
  fields: string[];
};

const Route = {
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

class Geocoder {
  async geocode({ location }: { location: Literal }) {
    requests.push({ service: 'geocode', request: { location } });
    return { results: [{ formatted_address: 'Calle El Conde 1, Santo Domingo' }] };
  }
}

// The parts of Google's Maps JavaScript API that the product calls, as its documentation describes them.
customElements.define('gmp-advanced-marker', AdvancedMarkerElement);

const core = { event, LatLng, LatLngBounds, MVCObject, Point, Settings: { getInstance: () => ({}) }, Size };
const maps = { Map: FakeMap, InfoWindow, OverlayView, Polyline, StyledMapType };
const libraries: Record<string, object> = {
  core,
  maps,
  marker: { AdvancedMarkerElement },
  places: {},
  routes: { Route, TrafficModel: { BEST_GUESS: 'bestguess' } },
  geocoding: { Geocoder },
};

async function importLibrary(name: string): Promise<object> {
  const library = libraries[name];
  if (library === undefined) throw new Error(`There is no library ${name}`);
  return library;
}

const names = window as unknown as { google: { maps: Record<string, unknown> } };
Object.assign(names.google.maps, core, maps, libraries, { importLibrary, version: '3.66.1' });
Object.assign(window, { fakeMapsRequests: requests });
const { __ib__: loaded } = names.google.maps;
if (typeof loaded === 'function') loaded();
