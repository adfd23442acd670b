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
const KINDS: readonly { key: string; values: readonly string[]; kind: string }[] = [
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
