import { type Point, project, unproject } from '../../../../domain/maps/web-mercator.ts';
import type { Bounds, Position } from '../../../../domain/zones/distance.ts';
import type { MapPadding, MapPosition } from '../../contract.ts';
import { ROUTE_MARGIN_PX } from '../../map-settings.ts';

/** What a still map shows: a position at the point `focal` of a box of pixels, with MapLibre's zoom. */
export type StillView = { position: MapPosition; focal: Point; width: number; height: number };

/** The width of the world at level 0, in px. */
const WORLD_PX = 512;
/** MapLibre's own. */
const MAX_ZOOM = 22;
/** Web mercator ends there. */
const MAX_LATITUDE = 85;

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

/** Where the map looks so that a path is in view as a whole; null where there is no room. As MapLibre's `fitBounds`. */
export function fitPath(
  path: readonly Position[],
  { width, height }: { width: number; height: number },
  { top, bottom, left, right }: Required<MapPadding>,
): MapPosition | null {
  const room = { x: width - left - right - 2 * ROUTE_MARGIN_PX, y: height - top - bottom - 2 * ROUTE_MARGIN_PX };
  if (path.length === 0 || room.x <= 0 || room.y <= 0) return null;
  const points = path.map(project);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const from = { x: Math.min(...xs), y: Math.min(...ys) };
  const to = { x: Math.max(...xs), y: Math.max(...ys) };
  const scale = Math.min(room.x / (to.x - from.x), room.y / (to.y - from.y));
  const centre = unproject({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
  return { ...centre, zoom: clamp(Math.log2(scale / WORLD_PX), 0, MAX_ZOOM) };
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

/** What is seen when the pixels of `from` have gone this part of the way to those of `to`, each in a straight line. */
export function interpolateView(from: StillView, to: StillView, part: number): StillView {
  const mix = (one: number, other: number) => one + (other - one) * part;
  const [before, after] = [getOrigin(from), getOrigin(to)];
  const scale = mix(before.scale, after.scale);
  const centre = unproject({
    x: (to.focal.x - mix(before.x, after.x)) / scale,
    y: (to.focal.y - mix(before.y, after.y)) / scale,
  });
  return { ...to, position: { ...centre, zoom: Math.log2(scale / WORLD_PX) } };
}

/** Where the world's upper left corner is in the box, and how wide the world is, in px. */
function getOrigin({ position, focal }: StillView) {
  const scale = WORLD_PX * 2 ** position.zoom;
  const centre = project(position);
  return { x: focal.x - centre.x * scale, y: focal.y - centre.y * scale, scale };
}

/** Where the map looks after a gesture that moves what is at one pixel to another, and changes the zoom. */
export function dragView(view: StillView, from: Point, to: Point, zoomBy = 0): MapPosition {
  const zoom = clamp(view.position.zoom + zoomBy, 0, MAX_ZOOM);
  const { focal } = view;
  const atFocal = { ...view, position: { ...toPosition(view, from), zoom } };
  const { lat, lng } = toPosition(atFocal, { x: 2 * focal.x - to.x, y: 2 * focal.y - to.y });
  return { lat: clamp(lat, -MAX_LATITUDE, MAX_LATITUDE), lng, zoom };
}
