import type { Bounds, Position } from '../../domain/zones/distance.ts';
import type { Zone } from '../../domain/zones/zone.ts';

/** A zone as the map shows it. */
export type MapZone = Pick<Zone, 'id' | 'name' | 'lowestRate' | 'highestRate' | 'hasRates' | 'availableSpaces'> & {
  position: Position;
};

/** The zone whose info window is open; `byKeyboard` when a key opened it, not a pointer. */
export type ChosenZone = { id: string; byKeyboard: boolean };

/** Where the map looks; `zoom` in web-mercator levels. */
export type MapPosition = Position & { zoom: number };

export type OnViewChange = (bounds: Bounds, position: MapPosition) => void;

/** Pixels at each edge that something else covers; the map centres on the rest. */
export type MapPadding = { top?: number; bottom?: number; left?: number; right?: number };

export type Camera = {
  /** A new object moves the map there. */
  position: MapPosition;
  padding: MapPadding | undefined;
  /** The route to bring into view, or null. */
  route: readonly Position[] | null;
};

export type MapViewProps = {
  zones: readonly MapZone[];
  /** Where the map starts; a new object moves it there, so keep the object while nothing moved. */
  initialPosition: MapPosition;
  selectedZoneId?: string | null;
  userLocation?: Position | null;
  /** A searched place to mark. */
  foundPlace?: Place | null;
  onMarkerClick?: ((zone: MapZone) => void) | undefined;
  /** Called with the position of a click on empty map. */
  onMapClick?: (position: Position) => void;
  /** Called with the visible bounds and their centre, at the start and each time a move has ended; keep it the same function. */
  onViewChange?: OnViewChange | undefined;
  onViewDetails?: ((zone: MapZone) => void) | undefined;
  route?: readonly Position[] | null;
  /** Moves the map so that each new route is visible as a whole. */
  fitRoute?: boolean;
  padding?: MapPadding;
  /** How far above the lower edge the attribution stands, in px; by default above what `padding` says is covered. */
  attributionBottom?: number;
  /** The end of the route, to mark. */
  destination?: { position: Position; name: string } | null;
  /** The map's name for screen readers. */
  label?: string;
};

export type ProviderMapProps = MapViewProps & {
  /** The zone whose info window is open. */
  chosen: ChosenZone | null;
  onChoose: (chosen: ChosenZone | null) => void;
  /** Called when the map can be seen. */
  onReady?: () => void;
  /** Called when the map cannot be shown at all: no graphics, no style, or an invalid key. */
  onFailure: (cause: unknown) => void;
};

/** A place found by its name or address; `address` is all of it in one line. */
export type Place = { id: string; title: string; detail: string; address: string; position: Position };

/** A place as a search suggests it; its position is requested once it is chosen. */
export type PlaceSuggestion = Pick<Place, 'id' | 'title' | 'detail'> & {
  /** @throws Problem `search-failed` */
  locate: () => Promise<Place>;
};

/** A maneuver of a route in OSRM's terms, with the street that it leads onto and how far that street is followed. */
export type RouteStep = {
  type: string;
  modifier?: string | undefined;
  street: string;
  distanceKm: number;
  /** The whole sentence, where the router provides one. */
  instruction?: string;
};

/** A driving route that starts now. */
export type DrivingRoute = { path: Position[]; distanceKm: number; durationMinutes: number; steps: RouteStep[] };
