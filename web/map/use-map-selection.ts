import { useState } from 'react';
import { calculateDistanceKm, type Position } from '../../domain/zones/distance.ts';
import { MAP_START } from '../../domain/zones/map.ts';
import type { MapPosition, Place } from './contract.ts';

const CLOSE_UP_ZOOM = 15;

/** The distance that a phone shows between its search and its sheet, at the level of a close-up. */
const CLOSE_UP_KM = 0.7;
/** A place so far from a zone is not shown with it. */
const FRAMED_KM = 5;

/** Looks at a zone so that the place that was searched for stays in view. */
function frame(zone: Position, place: Position): MapPosition {
  const km = calculateDistanceKm(zone, place);
  if (km > FRAMED_KM) return { ...zone, zoom: CLOSE_UP_ZOOM };
  const zoom = CLOSE_UP_ZOOM - Math.max(0, Math.log2(km / CLOSE_UP_KM));
  return { lat: (zone.lat + place.lat) / 2, lng: (zone.lng + place.lng) / 2, zoom };
}

/** The map's focus, the selected zone and the destination of the route. */
export function useMapSelection() {
  const [focus, setFocus] = useState<MapPosition>(MAP_START);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [destination, setDestination] = useState<Position | null>(null);
  const [foundPlace, setFoundPlace] = useState<Place | null>(null);

  const closeUp = ({ lat, lng }: Position) => setFocus({ lat, lng, zoom: CLOSE_UP_ZOOM });
  const showZone = (position: Position) =>
    setFocus(foundPlace === null ? { ...position, zoom: CLOSE_UP_ZOOM } : frame(position, foundPlace.position));

  return {
    focus,
    selectedId,
    destination,
    foundPlace,
    lookAt: closeUp,
    /** Shows as much around a position as the map does at its start, unless the map was moved since. */
    startAt: ({ lat, lng }: Position) =>
      setFocus((current) => (current === MAP_START ? { lat, lng, zoom: MAP_START.zoom } : current)),
    /** Selects a zone; with `isRouted` the map shows the way to it. */
    select: ({ id, position }: { id: string; position: Position | null }, { isRouted = false } = {}) => {
      setSelectedId(id);
      setDestination(isRouted ? position : null);
      if (position) showZone(position);
    },
    showPlace: (place: Place) => {
      setFoundPlace(place);
      setSelectedId(null);
      setDestination(null);
      closeUp(place.position);
    },
    removePlace: () => setFoundPlace(null),
    clear: () => {
      setSelectedId(null);
      setDestination(null);
    },
  };
}
