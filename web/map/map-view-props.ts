import type { Bounds, Position } from '../../domain/zones/distance.ts';
import type { ParkingSpot } from './markers/parking-spot.ts';
import type { Place } from './search/search-places.ts';

/** Where the map looks; `zoom` in web-mercator levels. */
export type MapPosition = Position & { zoom: number };

/** Pixels at each edge that something else covers; the map centres on what is left. */
export type MapPadding = { top?: number; bottom?: number; left?: number; right?: number };

export type MapViewProps = {
  parkingSpots: readonly ParkingSpot[];
  /** Where the map starts; a new object moves it there, so keep the object while nothing moved. */
  initialPosition: MapPosition;
  selectedSpotId?: string | null;
  userLocation?: Position | null;
  /** A searched place to mark. */
  foundPlace?: Place | null;
  onMarkerClick?: ((spot: ParkingSpot) => void) | undefined;
  /** Called with the place of a click on empty map. */
  onMapClick?: (position: Position) => void;
  /** Called with the part of the map that is seen, at the start and each time a move has ended; keep it the same function. */
  onViewChange?: (bounds: Bounds) => void;
  onViewDetails?: ((spot: ParkingSpot) => void) | undefined;
  route?: readonly Position[] | null;
  /** Moves the map so that the whole route is seen each time a new one comes. */
  fitRoute?: boolean;
  padding?: MapPadding;
  /** Where the route leads, to mark. */
  destination?: Destination | null;
  /** What the map shows, for screen readers. */
  label?: string;
};

/** The end of a trip, by its name. */
export type Destination = { position: Position; name: string };

/** What each provider's map takes. */
export type ProvidedMapProps = MapViewProps & {
  /** Called when the map cannot be shown at all: no graphics, no style, or a key that is refused. */
  onFailure: (cause: unknown) => void;
};
