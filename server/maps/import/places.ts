import { calculateDistanceKm } from '../../../domain/zones/distance.ts';
import type { LngLat } from '../geometry.ts';
import type { NamedPlace } from '../map-data.ts';
import { createPlaceFinder } from '../spatial-index.ts';
import type { Tags } from './read-extract.ts';

type PlaceAttributes = {
  name: string;
  kind: string;
  address: string;
  city: string;
  /** For towns only. */
  size?: Settlement;
  population: number;
};

/** From large to small. */
const SETTLEMENTS = ['city', 'town', 'village'] as const;
type Settlement = (typeof SETTLEMENTS)[number];

/** Our kind of place for OpenStreetMap's keys and values; the first match counts. */
export const KINDS: readonly { key: string; values: readonly [string, ...string[]]; kind: string }[] = [
  { key: 'place', values: ['city', 'town', 'village'], kind: 'city' },
  { key: 'place', values: ['suburb', 'quarter', 'neighbourhood', 'hamlet'], kind: 'sector' },
  { key: 'aeroway', values: ['aerodrome'], kind: 'airport' },
  { key: 'railway', values: ['station', 'subway_entrance'], kind: 'metro' },
  { key: 'amenity', values: ['hospital'], kind: 'hospital' },
  { key: 'amenity', values: ['university', 'college'], kind: 'university' },
  { key: 'amenity', values: ['school'], kind: 'school' },
  { key: 'amenity', values: ['marketplace'], kind: 'market' },
  { key: 'amenity', values: ['townhall'], kind: 'government' },
  { key: 'amenity', values: ['theatre'], kind: 'theater' },
  { key: 'shop', values: ['mall'], kind: 'mall' },
  { key: 'shop', values: ['supermarket'], kind: 'store' },
  { key: 'leisure', values: ['park'], kind: 'park' },
  { key: 'leisure', values: ['stadium'], kind: 'stadium' },
  { key: 'tourism', values: ['attraction'], kind: 'landmark' },
  { key: 'tourism', values: ['museum'], kind: 'museum' },
  { key: 'tourism', values: ['hotel'], kind: 'hotel' },
];

export const PLACE_TAG_KEYS = [
  ...new Set(KINDS.map(({ key }) => key)),
  'name',
  'population',
  'addr:street',
  'addr:housenumber',
  'addr:city',
];

/** Returns the attributes of a place, or undefined when it has no name or is not searched for. */
export function classifyPlace(tags: Tags | undefined): PlaceAttributes | undefined {
  const name = tags?.name?.trim();
  if (tags === undefined || !name) return undefined;
  const kind = KINDS.find(({ key, values }) => values.includes(tags[key] ?? ''))?.kind;
  if (kind === undefined) return undefined;
  const size = SETTLEMENTS.find((settlement) => kind === 'city' && settlement === tags.place);
  return {
    name,
    kind,
    address: [tags['addr:street'], tags['addr:housenumber']].filter(Boolean).join(' '),
    city: tags['addr:city'] ?? '',
    population: Number.parseInt(tags.population ?? '', 10) || 0,
    ...(size === undefined ? {} : { size }),
  };
}

/** A place of the extract; `id` is OpenStreetMap's, such as `node/1`. */
export type FoundPlace = PlaceAttributes & { id: string; lng: number; lat: number };

/** The distance up to which a place belongs to a settlement. */
const RADIUS_KM: Record<Settlement, number> = { city: 12, town: 6, village: 3 };
// A hospital often has a building and a point, and a station a point for each entrance.
const SAME_PLACE_KM = 0.5;

/** Removes duplicates, assigns each place to a town, and sorts the largest towns first. */
export function normalisePlaces(found: readonly FoundPlace[]): NamedPlace[] {
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
  const finders = SETTLEMENTS.map((size) => {
    const towns = places.filter((place) => place.size === size);
    return { radiusKm: RADIUS_KM[size], find: createPlaceFinder(towns, RADIUS_KM[size]) };
  });
  return (point) => {
    const near = finders.flatMap(({ radiusKm, find }) => {
      const nearest = find(point);
      return nearest === undefined ? [] : [{ name: nearest.place.name, share: nearest.km / radiusKm }];
    });
    return near.sort((a, b) => a.share - b.share)[0]?.name ?? '';
  };
}
