import type { Bounds } from '../../../../domain/zones/distance.ts';

/** How much of the view's size is drawn beyond each edge, so that a short move shows nothing empty. */
const MARGIN = 0.5;

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

export function covers(outer: Bounds, inner: Bounds): boolean {
  return (
    outer.west <= inner.west && outer.south <= inner.south && outer.east >= inner.east && outer.north >= inner.north
  );
}
