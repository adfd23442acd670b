import { LatLng, type Literal } from './geometry.ts';

/** Each request to a service, for tests to look at. */
export const requests: { service: string; request: Record<string, unknown> }[] = [];

const KNOWN = [
  { id: 'agora', name: 'Ágora Mall', area: 'Av. Abraham Lincoln, Santo Domingo', at: { lat: 18.4839, lng: -69.9396 } },
  { id: 'blue', name: 'Blue Mall', area: 'Av. Winston Churchill, Santo Domingo', at: { lat: 18.4721, lng: -69.9409 } },
];

export class AutocompleteSessionToken {
  readonly id = crypto.randomUUID();
}

export const AutocompleteSuggestion = {
  async fetchAutocompleteSuggestions(request: { input: string; sessionToken?: AutocompleteSessionToken }) {
    const session = request.sessionToken?.id;
    requests.push({ service: 'autocomplete', request: { ...request, session } });
    const found = KNOWN.filter(({ name }) => name.toLowerCase().includes(request.input.toLowerCase()));
    return { suggestions: found.map((known) => ({ placePrediction: toPrediction(known, session) })) };
  },
};

function toPrediction({ id, name, area, at }: (typeof KNOWN)[number], session: string | undefined) {
  const address = `${name}, ${area}`;
  return {
    placeId: id,
    mainText: { text: name },
    secondaryText: { text: area },
    text: { text: address },
    toPlace: () => ({
      async fetchFields({ fields }: { fields: string[] }) {
        requests.push({ service: 'place', request: { fields, session } });
        const all: Record<string, unknown> = { displayName: name, formattedAddress: address, location: new LatLng(at) };
        return { place: Object.fromEntries(fields.map((field) => [field, all[field]])) };
      },
    }),
  };
}

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
