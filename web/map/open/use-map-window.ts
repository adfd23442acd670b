import type { MapRef } from '@vis.gl/react-maplibre';
import { useCallback, useEffect, useState } from 'react';
import type { Bounds } from '../../../domain/zones/distance.ts';

/** How much of the window's size is drawn beyond each of its edges, so that a short move uncovers nothing undrawn. */
const MARGIN = 0.5;

/** What is drawn of the map: the whole zoom level, and the window with some margin. */
export type MapWindow = { zoom: number; bounds: Bounds };

/**
 * Follows what the map shows; null until it is there. The window moves on only when the map has left its margin or
 * changed its level, so that most frames of a move draw nothing anew.
 * @param onViewChange called with the exact part of the map that is seen, each time a move has ended
 */
export function useMapWindow(map: MapRef | null, onViewChange: ((bounds: Bounds) => void) | undefined) {
  const [mapWindow, setMapWindow] = useState<MapWindow | null>(null);

  const follow = useCallback(() => {
    if (map === null) return;
    const view = viewOf(map);
    const zoom = levelOf(map.getZoom());
    setMapWindow((before) =>
      before !== null && before.zoom === zoom && covers(before.bounds, view)
        ? before
        : { zoom, bounds: withMargin(view) },
    );
  }, [map]);

  useEffect(() => {
    if (map === null) return;
    const tell = () => onViewChange?.(viewOf(map));
    follow();
    tell();
    map.on('move', follow);
    map.on('moveend', tell);
    map.on('resize', tell);
    return () => {
      map.off('move', follow);
      map.off('moveend', tell);
      map.off('resize', tell);
    };
  }, [map, follow, onViewChange]);

  return mapWindow;
}

function viewOf(map: MapRef): Bounds {
  const bounds = map.getBounds();
  return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
}

/** The whole zoom level; an eased zoom ends a hair below its goal. */
function levelOf(zoom: number): number {
  return Math.floor(zoom + 0.01);
}

function withMargin({ west, south, east, north }: Bounds): Bounds {
  const [width, height] = [(east - west) * MARGIN, (north - south) * MARGIN];
  return { west: west - width, south: south - height, east: east + width, north: north + height };
}

function covers(outer: Bounds, inner: Bounds): boolean {
  return (
    outer.west <= inner.west && outer.south <= inner.south && outer.east >= inner.east && outer.north >= inner.north
  );
}
