import type { Position } from './distance.ts';

/** Santo Domingo: the map opens there, and distances start there until the position of the driver is known. */
export const CITY_CENTRE: Position = { lat: 18.4861, lng: -69.9312 };
