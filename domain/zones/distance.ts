import * as z from 'zod';
import { m } from '#messages';

/** A position in WGS84 degrees. */
export const positionSchema = z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) });

export type Position = z.infer<typeof positionSchema>;

/** Where distances are measured from; `name` is null for the position of the device. */
export const originSchema = z.object({ name: z.string().nullable(), position: positionSchema });

export type Origin = z.infer<typeof originSchema>;

/** About a tenth of a metre; more would only be noise. */
const COORDINATE_DECIMALS = 6;

export function roundPosition({ lat, lng }: Position, decimals = COORDINATE_DECIMALS): Position {
  return { lat: Number(lat.toFixed(decimals)), lng: Number(lng.toFixed(decimals)) };
}

/** Latitude, longitude, such as '18.472400, -69.884400'. */
export function formatCoordinates({ lat, lng }: Position): string {
  return `${lat.toFixed(COORDINATE_DECIMALS)}, ${lng.toFixed(COORDINATE_DECIMALS)}`;
}

/** In WGS84 degrees. */
export type Bounds = { west: number; south: number; east: number; north: number };

export function covers(outer: Bounds, inner: Bounds): boolean {
  return (
    outer.west <= inner.west && outer.south <= inner.south && outer.east >= inner.east && outer.north >= inner.north
  );
}

/** Mean radius of the earth in km, set by the specification of the product. */
const EARTH_RADIUS_KM = 6371;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/**
 * Great-circle distance in km by the haversine formula
 * (R. W. Sinnott, "Virtues of the Haversine", Sky & Telescope 68 (2), 1984, p. 159).
 */
export function calculateDistanceKm(a: Position, b: Position): number {
  const halfLat = Math.sin(radians(b.lat - a.lat) / 2);
  const halfLng = Math.sin(radians(b.lng - a.lng) / 2);
  const chord = halfLat * halfLat + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * halfLng * halfLng;
  // Rounding can raise the chord of antipodes above 1, where asin is not defined.
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

export const METRES_PER_KM = 1000;
const SHORTEST_KM = 0.1;

/** Such as '1.4 km', and '< 0.1 km' for what would be '0.0 km'. */
export function formatKm(km: number): string {
  return m.distance_kilometres({ kilometres: km < SHORTEST_KM ? `< ${SHORTEST_KM}` : km.toFixed(1) });
}

/** Santo Domingo: the map opens there, and distances start there until the position of the driver is known. */
export const CITY_CENTRE: Position = { lat: 18.4861, lng: -69.9312 };
