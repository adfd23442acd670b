import type { MapRef } from '@vis.gl/react-maplibre';
import { useCallback, useEffect, useState } from 'react';
import type { Bounds } from '../../../../domain/zones/distance.ts';

/** How much of the view's size is drawn beyond each edge, so that a short move shows nothing empty. */
const MARGIN = 0.5;

/**
 * The window to draw; null until the map is there. It changes only when the view has left its margin or the level has changed,
 * so that most frames of a move draw nothing new.
 * @param onViewChange called with the exact bounds of the view, each time a move has ended
 */
export function useMapWindow(map: MapRef | null, onViewChange: ((bounds: Bounds) => void) | undefined) {
  const [mapWindow, setMapWindow] = useState<MapWindow | null>(null);

  const updateWindow = useCallback(() => {
    if (map === null) return;
    const view = getView(map);
    const zoom = toWholeZoom(map.getZoom());
    setMapWindow((before) =>
      before !== null && before.zoom === zoom && covers(before.bounds, view)
        ? before
        : { zoom, bounds: addMargin(view) },
    );
  }, [map]);

  useEffect(() => {
    if (map === null) return;
    const reportView = () => onViewChange?.(getView(map));
    updateWindow();
    reportView();
    map.on('move', updateWindow);
    map.on('moveend', reportView);
    map.on('resize', reportView);
    return () => {
      map.off('move', updateWindow);
      map.off('moveend', reportView);
      map.off('resize', reportView);
    };
  }, [map, updateWindow, onViewChange]);

  return mapWindow;
}

function getView(map: MapRef): Bounds {
  const bounds = map.getBounds();
  return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
}

/** What is drawn of the map: the whole zoom level, and the view with a margin. */
export type MapWindow = { zoom: number; bounds: Bounds };

/** The whole zoom level; an eased zoom ends a hair below its goal. */
export function toWholeZoom(zoom: number): number {
  return Math.floor(zoom + 0.01);
}

export function addMargin({ west, south, east, north }: Bounds): Bounds {
  const [width, height] = [(east - west) * MARGIN, (north - south) * MARGIN];
  return { west: west - width, south: south - height, east: east + width, north: north + height };
}

function covers(outer: Bounds, inner: Bounds): boolean {
  return (
    outer.west <= inner.west && outer.south <= inner.south && outer.east >= inner.east && outer.north >= inner.north
  );
}
