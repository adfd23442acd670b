import { useState } from 'react';
import { MAP_START } from '../../domain/maps/built-in-map.ts';
import type { Position } from '../../domain/zones/distance.ts';
import type { MapPosition, ParkingSpot, Place } from './contract.ts';

const CLOSE_UP_ZOOM = 15;

/** The map's focus, the selected zone and the destination of the route. */
export function useMapSelection() {
  const [focus, setFocus] = useState<MapPosition>(MAP_START);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [destination, setDestination] = useState<Position | null>(null);
  const [foundPlace, setFoundPlace] = useState<Place | null>(null);

  const closeUp = ({ lat, lng }: Position) => setFocus({ lat, lng, zoom: CLOSE_UP_ZOOM });

  return {
    focus,
    selectedId,
    destination,
    foundPlace,
    lookAt: closeUp,
    /** Selects a zone in the list. */
    select: ({ id, position }: { id: string; position: Position | null }) => {
      setSelectedId(id);
      setDestination(null);
      if (position) closeUp(position);
    },
    /** Selects a zone on the map and routes to it. */
    selectSpot: (spot: ParkingSpot) => {
      setSelectedId(spot.id);
      setDestination({ lat: spot.lat, lng: spot.lng });
      closeUp(spot);
    },
    showPlace: (place: Place) => {
      setFoundPlace(place);
      closeUp(place.position);
    },
    removePlace: () => setFoundPlace(null),
    clear: () => {
      setSelectedId(null);
      setDestination(null);
    },
  };
}
