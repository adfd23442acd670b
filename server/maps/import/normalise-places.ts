import { calculateDistanceKm } from '../../../domain/zones/distance.ts';
import type { Place } from '../map-data.ts';
import { PlaceIndex } from '../place-index.ts';
import type { LngLat } from '../position.ts';
import { type PlaceAttributes, SETTLEMENTS, type Settlement } from './classify-place.ts';

/** A place as the extract has it: `id` is OpenStreetMap's, such as `node/1`. */
export type FoundPlace = PlaceAttributes & { id: string; lng: number; lat: number };

/** How far out a place is said to be in a city, a town or a village. */
const REACH_KM: Record<Settlement, number> = { city: 12, town: 6, village: 3 };
// A hospital is often drawn as a building and marked with a point, a station once per entrance.
const SAME_PLACE_KM = 0.5;

/** Leaves out what is there twice, says in which town each place is, and puts the greatest towns first. */
export function normalisePlaces(found: readonly FoundPlace[]): Place[] {
  const distinct = withoutRepeats(found);
  const townOf = townFinder(distinct);
  return distinct
    .toSorted((a, b) => sizeRank(a) - sizeRank(b) || b.population - a.population)
    .map(({ id, name, kind, lat, lng, address, city, size }) => ({
      id,
      name,
      kind,
      lat,
      lng,
      address,
      city: size === undefined ? city || townOf([lng, lat]) : name,
    }));
}

function sizeRank({ size }: FoundPlace): number {
  return size === undefined ? SETTLEMENTS.length : SETTLEMENTS.indexOf(size);
}

function withoutRepeats(found: readonly FoundPlace[]): FoundPlace[] {
  const kept = new Map<string, FoundPlace[]>();
  return found.filter((place) => {
    const key = `${place.kind}|${place.name}`;
    const others = kept.get(key) ?? [];
    if (others.some((other) => calculateDistanceKm(other, place) <= SAME_PLACE_KM)) return false;
    kept.set(key, [...others, place]);
    return true;
  });
}

/** The town around a point: the one that is nearest in proportion to its reach; empty in the open country. */
function townFinder(places: readonly FoundPlace[]): (point: LngLat) => string {
  const indexes = SETTLEMENTS.map((size) => ({
    reachKm: REACH_KM[size],
    index: new PlaceIndex(places.filter((place) => place.size === size)),
  }));
  return (point) => {
    const near = indexes.flatMap(({ reachKm, index }) => {
      const nearest = index.findNearest(point, reachKm);
      return nearest === undefined ? [] : [{ name: nearest.place.name, share: nearest.km / reachKm }];
    });
    return near.sort((a, b) => a.share - b.share)[0]?.name ?? '';
  };
}
