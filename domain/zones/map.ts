import { CITY_CENTRE, type Position } from './distance.ts';

export type Point = { x: number; y: number };

const RADIANS = Math.PI / 180;

/** Web mercator: from 0 to 1 across the world, x to the east and y to the south. */
export function project({ lat, lng }: Position): Point {
  const northings = Math.log(Math.tan(Math.PI / 4 + (lat * RADIANS) / 2));
  return { x: lng / 360 + 0.5, y: 0.5 - northings / (2 * Math.PI) };
}

export function unproject({ x, y }: Point): Position {
  const northings = (0.5 - y) * 2 * Math.PI;
  return { lat: (2 * Math.atan(Math.exp(northings)) - Math.PI / 2) / RADIANS, lng: (x - 0.5) * 360 };
}

/** The colour of land on the built-in map, which is most of a view of the city. */
export const LAND_COLORS = { light: '#f5f1ea', dark: '#191e28' } as const;

/** Where the built-in map's data is from; OpenStreetMap's name is a message. */
export const OPENSTREETMAP_URL = 'https://www.openstreetmap.org/copyright';
export const GEONAMES_URL = 'https://www.geonames.org/';

/** Where the map opens. */
export const MAP_START = { ...CITY_CENTRE, zoom: 13 };
