import { calculateDistanceKm } from '../../../domain/zones/distance.ts';
import type { Place } from '../map-data.ts';
import { PlaceIndex } from '../place-index.ts';
import type { LngLat } from '../position.ts';
import { type PlaceAttributes, SETTLEMENTS, type Settlement } from './classify-place.ts';

/** A place of the extract; `id` is OpenStreetMap's, such as `node/1`. */
export type FoundPlace = PlaceAttributes & { id: string; lng: number; lat: number };

/** The distance up to which a place belongs to a settlement. */
const RADIUS_KM: Record<Settlement, number> = { city: 12, town: 6, village: 3 };
// A hospital often has a building and a point, and a station a point for each entrance.
const SAME_PLACE_KM = 0.5;

/** Removes duplicates, assigns each place to a town, and sorts the largest towns first. */
export function normalisePlaces(found: readonly FoundPlace[]): Place[] {
  const distinct = removeDuplicates(found);
  const findTown = createTownFinder(distinct);
  return distinct
    .toSorted((a, b) => rankBySize(a) - rankBySize(b) || b.population - a.population)
    .map(({ id, name, kind, lat, lng, address, city, size }) => ({
      id,
      name,
      kind,
      lat,
      lng,
      address,
      city: size === undefined ? city || findTown([lng, lat]) : name,
    }));
}

function rankBySize({ size }: FoundPlace): number {
  return size === undefined ? SETTLEMENTS.length : SETTLEMENTS.indexOf(size);
}

function removeDuplicates(found: readonly FoundPlace[]): FoundPlace[] {
  const kept = new Map<string, FoundPlace[]>();
  return found.filter((place) => {
    const key = `${place.kind}|${place.name}`;
    const others = kept.get(key) ?? [];
    if (others.some((other) => calculateDistanceKm(other, place) <= SAME_PLACE_KM)) return false;
    kept.set(key, [...others, place]);
    return true;
  });
}

/** Finds the nearest town relative to its radius, or an empty name in open country. */
function createTownFinder(places: readonly FoundPlace[]): (point: LngLat) => string {
  const indexes = SETTLEMENTS.map((size) => ({
    radiusKm: RADIUS_KM[size],
    index: new PlaceIndex(places.filter((place) => place.size === size)),
  }));
  return (point) => {
    const near = indexes.flatMap(({ radiusKm, index }) => {
      const nearest = index.findNearest(point, radiusKm);
      return nearest === undefined ? [] : [{ name: nearest.place.name, share: nearest.km / radiusKm }];
    });
    return near.sort((a, b) => a.share - b.share)[0]?.name ?? '';
  };
}
