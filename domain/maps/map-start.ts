import { CITY_CENTRE } from '../zones/city-centre.ts';

/** Where the map opens. */
export const MAP_START = { ...CITY_CENTRE, zoom: 13 };
