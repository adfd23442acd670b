import type { Position } from './distance.ts';

/** The centre of Santo Domingo: where the map opens, and what counts as near while nobody knows where the driver is. */
export const CITY_CENTRE: Position = { lat: 18.4861, lng: -69.9312 };
