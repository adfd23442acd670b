import { type Point, project, unproject } from '../../../domain/maps/web-mercator.ts';
import type { Bounds, Position } from '../../../domain/zones/distance.ts';
import type { MapPadding, MapPosition } from '../contract.ts';

/** What a still map shows: a position at the point `focal` of a box of pixels, with MapLibre's zoom. */
export type StillView = { position: MapPosition; focal: Point; width: number; height: number };

/** The width of the world at level 0, in px. */
const WORLD_PX = 512;

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** As MapLibre places its centre: in the middle of what the padding leaves. */
export function createStillView(
  position: MapPosition,
  { width, height }: { width: number; height: number },
  { top, bottom, left, right }: Required<MapPadding>,
): StillView {
  const focal = {
    x: clamp((left + width - right) / 2, 0, width),
    y: clamp((top + height - bottom) / 2, 0, height),
  };
  return { position, focal, width, height };
}

/** Where a position is in the box. */
export function toPixels({ position: centre, focal }: StillView, position: Position): Point {
  const scale = WORLD_PX * 2 ** centre.zoom;
  const [from, to] = [project(centre), project(position)];
  return { x: focal.x + (to.x - from.x) * scale, y: focal.y + (to.y - from.y) * scale };
}

/** The position at a pixel of the box. */
export function toPosition({ position: centre, focal }: StillView, { x, y }: Point): Position {
  const scale = WORLD_PX * 2 ** centre.zoom;
  const from = project(centre);
  return unproject({ x: from.x + (x - focal.x) / scale, y: from.y + (y - focal.y) / scale });
}

export function getBounds(view: StillView): Bounds {
  const northWest = toPosition(view, { x: 0, y: 0 });
  const southEast = toPosition(view, { x: view.width, y: view.height });
  return { west: northWest.lng, north: northWest.lat, east: southEast.lng, south: southEast.lat };
}
