import type { Position } from './distance.ts';

/** A parking zone as drivers see it; `price` in dollars an hour. Coordinates are absent where the operator gave none. */
export type Zone = {
  id: string;
  name: string;
  description: string;
  address: string;
  position: Position | null;
  /** From 0 to 5. */
  rating: number;
  numberOfRatings: number;
  availableSpaces: number;
  totalSpaces: number;
  pricePerHour: number;
  amenities: string[];
};

export type SpaceStatus = 'available' | 'occupied' | 'reserved' | 'maintenance';

/** A single space as drivers see it; `hourlyRate` in dollars, null where only the zone has a price. */
export type Space = {
  id: string;
  name: string;
  zoneId: string | null;
  zoneName: string | null;
  location: string | null;
  hourlyRate: number | null;
  status: SpaceStatus;
};

export const SHEET_ZONES_LIMIT = 5;

/** The zones of the map's sheet: those with free spaces first, then the cheapest, at most five. */
export function sheetZones(zones: readonly Zone[]): Zone[] {
  const hasNone = (zone: Zone) => Number(zone.availableSpaces <= 0);
  return zones
    .toSorted((a, b) => hasNone(a) - hasNone(b) || a.pricePerHour - b.pricePerHour || a.name.localeCompare(b.name))
    .slice(0, SHEET_ZONES_LIMIT);
}

const FEWEST_RATINGS = 50;
const RATINGS_SPREAD = 100;

/**
 * How many ratings a zone shows, from 50 to 149. There is no such data yet; the figure is derived from the zone's id
 * so that it stays the same from one look to the next.
 */
export function numberOfRatings(zoneId: string): number {
  const sum = Array.from(zoneId).reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return FEWEST_RATINGS + (sum % RATINGS_SPREAD);
}
