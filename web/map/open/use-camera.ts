import type { MapRef } from '@vis.gl/react-maplibre';
import { useEffect, useRef } from 'react';
import type { Position } from '../../../domain/zones/distance.ts';
import type { MapPadding, MapPosition } from '../map-view-props.ts';

/** Room for the info window above its pin, in px. */
const INFO_WINDOW_PX = 190;
const ROUTE_MARGIN_PX = 48;

type Camera = {
  position: MapPosition;
  padding: MapPadding | undefined;
  /** The route to bring into view, or null. */
  route: readonly Position[] | null;
  hasInfoWindow: boolean;
};

/** Moves the map to each new position and keeps it in the middle of what nothing covers; motion is left out for those who asked. */
export function useCamera(map: MapRef | null, { position, padding, route, hasInfoWindow }: Camera): void {
  const { top = 0, bottom = 0, left = 0, right = 0 } = padding ?? {};
  const roomAbove = hasInfoWindow ? top + INFO_WINDOW_PX : top;
  const last = useRef<MapPosition | null>(null);

  useEffect(() => {
    if (map === null) return;
    // A move that is under way would otherwise end where the change of the edges met it.
    const isMoving = last.current !== position || map.isMoving();
    const isFirst = last.current === null;
    last.current = position;
    map.easeTo({
      padding: { top: roomAbove, bottom, left, right },
      ...(isMoving ? { center: [position.lng, position.lat], zoom: position.zoom } : {}),
      // While the map is being built there is nothing to see moving.
      ...(isFirst || !map.loaded() ? { duration: 0 } : {}),
    });
  }, [map, position, roomAbove, bottom, left, right]);

  useEffect(() => {
    const [start] = route ?? [];
    if (map === null || route === null || start === undefined) return;
    const lngs = route.map(({ lng }) => lng);
    const lats = route.map(({ lat }) => lat);
    map.fitBounds([Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)], {
      padding: ROUTE_MARGIN_PX,
    });
  }, [map, route]);
}
