import type { Bounds } from '../../../../domain/zones/distance.ts';

/** A region much wider than the view loads many zones that nobody sees. */
const WIDEST_TO_VIEW = 8;
const WORLD: Bounds = { west: -180, south: -90, east: 180, north: 90 };

const getWidth = ({ west, east }: Bounds) => east - west;
const getHeight = ({ south, north }: Bounds) => north - south;

/**
 * The region to load zones for. Small moves keep the previous region while it covers the view; otherwise the view
 * grows to the cells of a grid, so that the same places have the same cache key.
 * @param before the previous region, and whether it has so few zones that it may stay at any zoom
 */
export function findRegion(view: Bounds, before: { region: Bounds; isSparse: boolean } | null): Bounds {
  if (view.east <= view.west) return WORLD;
  if (before !== null && covers(before.region, view)) {
    if (before.isSparse || getWidth(before.region) <= getWidth(view) * WIDEST_TO_VIEW) return before.region;
  }
  const cell = 2 ** Math.ceil(Math.log2(Math.max(getWidth(view), getHeight(view))));
  const down = (degrees: number) => Math.floor(degrees / cell) * cell;
  const up = (degrees: number) => Math.ceil(degrees / cell) * cell;
  const grown = {
    west: Math.max(WORLD.west, down(view.west)),
    south: Math.max(WORLD.south, down(view.south)),
    east: Math.min(WORLD.east, up(view.east)),
    north: Math.min(WORLD.north, up(view.north)),
  };
  // Around a tall and narrow view the cells themselves can be wider than the limit.
  return before !== null && covers(before.region, grown) && covers(grown, before.region) ? before.region : grown;
}

function covers(outer: Bounds, inner: Bounds): boolean {
  return (
    outer.west <= inner.west && outer.south <= inner.south && outer.east >= inner.east && outer.north >= inner.north
  );
}
