import { useState } from 'react';
import type { Position } from '../../domain/zones/distance.ts';
import { MAP_START, project, unproject } from '../../domain/zones/map.ts';
import type { MapPosition, Place } from './contract.ts';
import { OPEN_TILE_PX } from './map-settings.ts';

const CLOSE_UP_ZOOM = 15;
/** Less of the country is no help to see where the zones are. */
const WIDEST_ZOOM = 8;
/** The room of a pin at each edge of what is framed, in px. */
const PIN_PX = 48;

const closeUp = ({ lat, lng }: Position): MapPosition => ({ lat, lng, zoom: CLOSE_UP_ZOOM });

/** Looks at all of these positions, no closer than at a single one. */
export function frame(positions: readonly Position[], room: { width: number; height: number }): MapPosition {
  const points = positions.map(project);
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const west = Math.min(...xs);
  const east = Math.max(...xs);
  const north = Math.min(...ys);
  const south = Math.max(...ys);
  const toTiles = (px: number) => Math.max(px - 2 * PIN_PX, PIN_PX) / OPEN_TILE_PX;
  const zoom = Math.log2(Math.min(toTiles(room.width) / (east - west), toTiles(room.height) / (south - north)));
  return {
    ...unproject({ x: (west + east) / 2, y: (north + south) / 2 }),
    zoom: Math.max(WIDEST_ZOOM, Math.min(zoom, CLOSE_UP_ZOOM)),
  };
}

/** What the address of the map says; the position is null unless the map was moved. */
type OpenedMap = { place: Place | null; zoneId: string | null; position: MapPosition | null };

/** The map's focus, the selected zone and the destination of the route. */
export function useMapSelection(opened: OpenedMap) {
  const [start, setStart] = useState(opened.position ?? (opened.place ? closeUp(opened.place.position) : MAP_START));
  const [focus, setFocus] = useState(start);
  const [selectedId, setSelectedId] = useState(opened.zoneId);
  const [destination, setDestination] = useState<Position | null>(null);
  const [foundPlace, setFoundPlace] = useState(opened.place);
  const [isFramed, setIsFramed] = useState(opened.position !== null);

  const show = (position: MapPosition) => {
    setFocus(position);
    setIsFramed(true);
  };
  const startAt = (position: MapPosition) => {
    setStart(position);
    setFocus((current) => (current === start ? position : current));
  };

  return {
    /** Where the map is before anybody moves it. */
    start,
    focus,
    selectedId,
    destination,
    foundPlace,
    /** Whether the map shows what it has found; else `frameZones` is to be called once it is known. */
    isFramed,
    lookAt: (position: Position) => show(closeUp(position)),
    /** Shows as much around the driver as the map does at its start, unless the map was moved since. */
    startAt: ({ lat, lng }: Position) => startAt({ lat, lng, zoom: MAP_START.zoom }),
    /** Brings zones into view, with the place that was searched for; without one the map starts there. */
    frameZones: (zones: readonly Position[], room: { width: number; height: number }) => {
      setIsFramed(true);
      if (foundPlace !== null) setFocus(frame([foundPlace.position, ...zones], room));
      else if (zones.length > 0) startAt(frame(zones, room));
    },
    /** Selects a zone; with `isRouted` the map shows the way to it. */
    select: ({ id, position }: { id: string; position: Position | null }, { isRouted = false } = {}) => {
      setSelectedId(id);
      setDestination(isRouted ? position : null);
      if (position) show(closeUp(position));
    },
    showPlace: (place: Place) => {
      setFoundPlace(place);
      setSelectedId(null);
      setDestination(null);
      setFocus(closeUp(place.position));
      setIsFramed(false);
    },
    removePlace: () => setFoundPlace(null),
    clear: () => {
      setSelectedId(null);
      setDestination(null);
    },
  };
}
