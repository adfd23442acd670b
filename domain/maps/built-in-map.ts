import { CITY_CENTRE } from '../zones/distance.ts';
/** What the built-in map's land looks like, which is most of what one sees of the city. */
export const LAND_COLORS = { light: '#f5f1ea', dark: '#191e28' } as const;

/** Where the built-in map's data is from; OpenStreetMap's name is a message. */
export const OPENSTREETMAP_URL = 'https://www.openstreetmap.org/copyright';
export const GEONAMES_URL = 'https://www.geonames.org/';

/** Where the map opens. */
export const MAP_START = { ...CITY_CENTRE, zoom: 13 };
