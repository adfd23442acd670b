import type { Tags } from './read-extract.ts';

export type PlaceAttributes = {
  name: string;
  kind: string;
  address: string;
  city: string;
  /** For towns only. */
  size?: Settlement;
  population: number;
};

/** From large to small. */
export const SETTLEMENTS = ['city', 'town', 'village'] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

/** Our kind of place for OpenStreetMap's keys and values; the first match counts. */
const KINDS: readonly [key: string, kinds: ReadonlyMap<string, string>][] = Object.entries({
  place: {
    city: 'city',
    town: 'city',
    village: 'city',
    suburb: 'sector',
    quarter: 'sector',
    neighbourhood: 'sector',
    hamlet: 'sector',
  },
  aeroway: { aerodrome: 'airport' },
  railway: { station: 'metro', subway_entrance: 'metro' },
  amenity: {
    hospital: 'hospital',
    university: 'university',
    college: 'university',
    school: 'school',
    marketplace: 'market',
    townhall: 'government',
    theatre: 'theater',
  },
  shop: { mall: 'mall', supermarket: 'store' },
  leisure: { park: 'park', stadium: 'stadium' },
  tourism: { attraction: 'landmark', museum: 'museum', hotel: 'hotel' },
}).map(([key, kinds]) => [key, new Map(Object.entries(kinds))]);

export const PLACE_TAG_KEYS = [
  ...KINDS.map(([key]) => key),
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
  for (const [key, kinds] of KINDS) {
    const kind = kinds.get(tags[key] ?? '');
    if (kind === undefined) continue;
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
  return undefined;
}
