import type { StreetClass } from '../map-data.ts';
import type { OsmWay, Tags } from './read-extract.ts';

/** A reversed street may be driven only against the order of its nodes. */
export type StreetAttributes = {
  name: string;
  class: StreetClass;
  speedKmh: number;
  oneway: boolean;
  isReversed: boolean;
};

export const STREET_TAG_KEYS = [
  'highway',
  'name',
  'ref',
  'oneway',
  'junction',
  'maxspeed',
  'service',
  'area',
  'access',
  'vehicle',
  'motor_vehicle',
  'motorcar',
];

type RoadType = { class: StreetClass; speedKmh: number };

/** Our class for each `highway` value, and the free-flow speed of a way without a speed limit. */
const ROAD_TYPES = new Map<string, RoadType>([
  ['motorway', { class: 'motorway', speedKmh: 90 }],
  ['motorway_link', { class: 'motorway', speedKmh: 50 }],
  ['trunk', { class: 'trunk', speedKmh: 70 }],
  ['trunk_link', { class: 'trunk', speedKmh: 40 }],
  ['primary', { class: 'primary', speedKmh: 55 }],
  ['primary_link', { class: 'primary', speedKmh: 35 }],
  ['secondary', { class: 'secondary', speedKmh: 50 }],
  ['secondary_link', { class: 'secondary', speedKmh: 30 }],
  ['tertiary', { class: 'tertiary', speedKmh: 40 }],
  ['tertiary_link', { class: 'tertiary', speedKmh: 30 }],
  ['unclassified', { class: 'residential', speedKmh: 35 }],
  ['residential', { class: 'residential', speedKmh: 30 }],
  ['living_street', { class: 'residential', speedKmh: 15 }],
  ['service', { class: 'service', speedKmh: 15 }],
  ['pedestrian', { class: 'pedestrian', speedKmh: 5 }],
]);

// Ways on private ground; alleys and plain service roads stay.
const EXCLUDED_SERVICES = new Set(['parking_aisle', 'driveway', 'drive-through', 'emergency_access']);
const CLOSED_ACCESS = new Set(['no', 'private', 'agricultural', 'forestry', 'emergency', 'military', 'psv', 'bus']);
const KMH_PER_MPH = 1.609344;
const MAX_SPEED_KMH = 200;

/** Returns the attributes of a street, or undefined when a way is not drawn or driven. */
export function classifyWay({ refs, tags = {} }: Pick<OsmWay, 'refs' | 'tags'>): StreetAttributes | undefined {
  const kind = ROAD_TYPES.get(tags.highway ?? '');
  if (kind === undefined || refs.length < 2 || tags.area === 'yes') return undefined;
  if (tags.service !== undefined && EXCLUDED_SERVICES.has(tags.service)) return undefined;
  if (!isOpen(kind, tags)) return undefined;
  const direction = getDirection(tags);
  if (direction === 'reversible') return undefined;
  return {
    name: tags.name ?? tags.ref ?? '',
    class: kind.class,
    speedKmh: parseSpeed(tags.maxspeed) ?? kind.speedKmh,
    oneway: direction !== 'both',
    isReversed: direction === 'backward',
  };
}

/** The most specific access tag decides: a street closed in general may be open to cars. */
function isOpen(kind: RoadType, tags: Tags): boolean {
  const forCars = tags.motorcar ?? tags.motor_vehicle ?? tags.vehicle;
  const access = kind.class === 'pedestrian' ? tags.access : (forCars ?? tags.access);
  return access === undefined || !CLOSED_ACCESS.has(access);
}

function getDirection({ oneway, junction, highway }: Tags): 'forward' | 'backward' | 'both' | 'reversible' {
  if (oneway === 'yes' || oneway === '1' || oneway === 'true') return 'forward';
  if (oneway === '-1' || oneway === 'reverse') return 'backward';
  if (oneway === 'reversible' || oneway === 'alternating') return 'reversible';
  if (oneway !== undefined) return 'both';
  const isImplied = junction === 'roundabout' || junction === 'circular' || highway === 'motorway';
  return isImplied ? 'forward' : 'both';
}

/** Parses a limit as km/h; undefined for words (`walk`, `none`, `DO:urban`) and absurd values. */
function parseSpeed(maxspeed: string | undefined): number | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(km\/h|kmh|kph|mph)?$/.exec(maxspeed?.trim() ?? '') ?? [];
  if (number === undefined) return undefined;
  const kmh = Math.round(Number(number) * (unit === 'mph' ? KMH_PER_MPH : 1) * 10) / 10;
  return kmh > 0 && kmh <= MAX_SPEED_KMH ? kmh : undefined;
}
