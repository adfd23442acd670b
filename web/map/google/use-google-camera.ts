import { useEffect, useEffectEvent, useRef } from 'react';
import type { Position } from '../../../domain/zones/distance.ts';
import type { Camera, MapPosition } from '../contract.ts';
import { getInfoWindowPadding, prefersReducedMotion, ROUTE_MARGIN_PX } from '../map-settings.ts';
import { shiftCentre } from './shift-centre.ts';

/** Moves the map to each new position, centred in what nothing covers; without motion for those who prefer that. */
export function useGoogleCamera(
  map: google.maps.Map | null,
  { position, padding, route, hasInfoWindow }: Camera,
): void {
  const { top = 0, bottom = 0, left = 0, right = 0 } = padding ?? {};
  const height = map?.getDiv().clientHeight ?? 0;
  const topPadding = hasInfoWindow ? getInfoWindowPadding({ height, top, bottom }) : top;
  // Google's map has no padding, so its centre is shifted by half of what is covered.
  const rightBy = (left - right) / 2;
  const below = (topPadding - bottom) / 2;
  const last = useRef<{ map: google.maps.Map; position: MapPosition; rightBy: number; below: number } | null>(null);

  useEffect(() => {
    if (map === null) return;
    const before = last.current?.map === map ? last.current : null;
    last.current = { map, position, rightBy, below };
    if (before?.position === position) {
      map.panBy(before.rightBy - rightBy, before.below - below);
      return;
    }
    const center = shiftCentre(position, position.zoom, rightBy, below);
    // Google animates moves within a zoom level only.
    const isSmooth = before !== null && map.getZoom() === position.zoom && !prefersReducedMotion();
    if (isSmooth) map.panTo(center);
    else map.moveCamera({ center, zoom: position.zoom });
  }, [map, position, rightBy, below]);

  const showWhole = useEffectEvent((at: google.maps.Map, path: readonly Position[]) => {
    const bounds = new google.maps.LatLngBounds();
    for (const point of path) bounds.extend(point);
    at.fitBounds(bounds, {
      top: top + ROUTE_MARGIN_PX,
      bottom: bottom + ROUTE_MARGIN_PX,
      left: left + ROUTE_MARGIN_PX,
      right: right + ROUTE_MARGIN_PX,
    });
  });
  useEffect(() => {
    if (map !== null && route !== null && route.length > 0) showWhole(map, route);
  }, [map, route]);
}
