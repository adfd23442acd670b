import type { MapRef } from '@vis.gl/react-maplibre';
import { useEffect, useRef } from 'react';
import type { Camera, MapPosition } from '../contract.ts';
import { getCameraPadding, ROUTE_MARGIN_PX } from '../map-settings.ts';

/** Moves the map to each new position, centred in what nothing covers; without motion for those who prefer that. */
export function useCamera(map: MapRef | null, { position, padding, route, hasInfoWindow }: Camera): void {
  const { clientWidth: width = 0, clientHeight: height = 0 } = map?.getContainer() ?? {};
  const { top, bottom, left, right } = getCameraPadding(padding, { width, height, hasInfoWindow });
  const last = useRef<MapPosition | null>(null);

  useEffect(() => {
    if (map === null) return;
    // A change of the padding would otherwise stop a move that is under way.
    const isMoving = last.current !== position || map.isMoving();
    const isFirst = last.current === null;
    last.current = position;
    map.easeTo({
      padding: { top, bottom, left, right },
      ...(isMoving ? { center: [position.lng, position.lat], zoom: position.zoom } : {}),
      // While the map loads there is nothing to animate.
      ...(isFirst || !map.loaded() ? { duration: 0 } : {}),
    });
  }, [map, position, top, bottom, left, right]);

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
