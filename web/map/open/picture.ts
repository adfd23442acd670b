import { type Bounds, type Position, roundPosition } from '../../../domain/zones/distance.ts';
import { type Point, project, unproject } from '../../../domain/zones/map.ts';
import { connection } from '../../data/connection.ts';
import type { MapPadding, MapPosition } from '../contract.ts';
import { OPEN_TILE_PX } from '../map-settings.ts';

export type Theme = 'light' | 'dark';

/** A picture of the map, drawn by the server: the position in its centre, and its size in px. */
export type Picture = { position: MapPosition; width: number; height: number; theme: Theme };

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** The largest picture that the server draws. */
export const MAX_PICTURE_PX = 1600;
/** A picture is larger than its view by this share at each side, so that nothing is empty where a sheet moves away. */
const MARGIN = 0.25;
/** A hundredth of a pixel, or less, of the largest picture. */
const POSITION_DECIMALS = 7;

/** Adds a margin of whole pixels, equal on both sides, so that the picture's pixels are the screen's. */
const widen = (size: number) =>
  Math.min(size + 2 * Math.ceil(size * MARGIN), MAX_PICTURE_PX - ((MAX_PICTURE_PX - size) % 2));

/** The picture for a view, with a margin around it. */
export function createPicture(view: StillView, theme: Theme): Picture {
  const centre = toPosition(view, { x: view.width / 2, y: view.height / 2 });
  return {
    position: { ...roundPosition(centre, POSITION_DECIMALS), zoom: view.position.zoom },
    width: widen(view.width),
    height: widen(view.height),
    theme,
  };
}

export function getPictureUrl({ position, width, height, theme }: Picture): string {
  const url = new URL('still.svg', new URL(connection().config.maps.styleUrl, window.location.href));
  const { lat, lng, zoom } = position;
  url.search = new URLSearchParams(
    Object.entries({ lat, lng, zoom, width, height, theme }).map(([name, value]) => [name, String(value)]),
  ).toString();
  return url.href;
}

/** @param url one that `getPictureUrl` has made */
export function parsePictureUrl(url: string): Picture {
  const query = new URL(url).searchParams;
  const read = (name: string) => Number(query.get(name));
  return {
    position: { lat: read('lat'), lng: read('lng'), zoom: read('zoom') },
    width: read('width'),
    height: read('height'),
    theme: query.get('theme') === 'dark' ? 'dark' : 'light',
  };
}

/** Where the picture's upper left corner is in the view, in px. */
export function placePicture({ position, width, height }: Picture, view: StillView): Point {
  const centre = toPixels(view, position);
  return { x: centre.x - width / 2, y: centre.y - height / 2 };
}

export function showsAll(picture: Picture, view: StillView): boolean {
  const { x, y } = placePicture(picture, view);
  if (picture.position.zoom !== view.position.zoom) return false;
  return x <= 0 && y <= 0 && x + picture.width >= view.width && y + picture.height >= view.height;
}

/** What a still map shows: a position at the point `focal` of a box of pixels, with MapLibre's zoom. */
export type StillView = { position: MapPosition; focal: Point; width: number; height: number };

/** Puts the position where MapLibre puts its centre: in the middle of what the padding leaves free. */
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
  const scale = OPEN_TILE_PX * 2 ** centre.zoom;
  const from = project(centre);
  const to = project(position);
  return { x: focal.x + (to.x - from.x) * scale, y: focal.y + (to.y - from.y) * scale };
}

/** The position at a pixel of the box. */
export function toPosition({ position: centre, focal }: StillView, { x, y }: Point): Position {
  const scale = OPEN_TILE_PX * 2 ** centre.zoom;
  const from = project(centre);
  return unproject({ x: from.x + (x - focal.x) / scale, y: from.y + (y - focal.y) / scale });
}

export function getBounds(view: StillView): Bounds {
  const northWest = toPosition(view, { x: 0, y: 0 });
  const southEast = toPosition(view, { x: view.width, y: view.height });
  return { west: northWest.lng, north: northWest.lat, east: southEast.lng, south: southEast.lat };
}
