import type { StreetClass } from '../map-data.ts';
import type { OsmWay, Tags } from './read-extract.ts';

/** What a way's tags say about a street; a reversed one may be driven only against the order of its nodes. */
export type StreetAttributes = {
  name: string;
  class: StreetClass;
  speedKmh: number;
  oneway: boolean;
  isReversed: boolean;
};

/** The tags that decide about a street. */
export const STREET_TAGS = [
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

type Kind = { class: StreetClass; speedKmh: number };

/** How OpenStreetMap's roads are drawn here, and the free-flow speed where the way does not tell its limit. */
const KINDS = new Map<string, Kind>([
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

// Ways on private ground; an alley or a plain service road leads somewhere.
const LEFT_OUT_SERVICES = new Set(['parking_aisle', 'driveway', 'drive-through', 'emergency_access']);
const CLOSED = new Set(['no', 'private', 'agricultural', 'forestry', 'emergency', 'military', 'psv', 'bus']);
const KMH_PER_MPH = 1.609344;
const FASTEST_KMH = 200;

/** The street a way stands for, or undefined when it is none that we draw or drive on. */
export function classifyWay({ refs, tags = {} }: Pick<OsmWay, 'refs' | 'tags'>): StreetAttributes | undefined {
  const kind = KINDS.get(tags.highway ?? '');
  if (kind === undefined || refs.length < 2 || tags.area === 'yes') return undefined;
  if (tags.service !== undefined && LEFT_OUT_SERVICES.has(tags.service)) return undefined;
  if (!isOpen(kind, tags)) return undefined;
  const direction = directionOf(tags);
  if (direction === 'changing') return undefined;
  return {
    name: tags.name ?? tags.ref ?? '',
    class: kind.class,
    speedKmh: speedOf(tags.maxspeed) ?? kind.speedKmh,
    oneway: direction !== 'both',
    isReversed: direction === 'backward',
  };
}

/** The word for the narrower kind of traffic decides: a street closed in general may be open to cars. */
function isOpen(kind: Kind, tags: Tags): boolean {
  const forCars = tags.motorcar ?? tags.motor_vehicle ?? tags.vehicle;
  const word = kind.class === 'pedestrian' ? tags.access : (forCars ?? tags.access);
  return word === undefined || !CLOSED.has(word);
}

function directionOf({ oneway, junction, highway }: Tags): 'forward' | 'backward' | 'both' | 'changing' {
  if (oneway === 'yes' || oneway === '1' || oneway === 'true') return 'forward';
  if (oneway === '-1' || oneway === 'reverse') return 'backward';
  if (oneway === 'reversible' || oneway === 'alternating') return 'changing';
  if (oneway !== undefined) return 'both';
  const isImplied = junction === 'roundabout' || junction === 'circular' || highway === 'motorway';
  return isImplied ? 'forward' : 'both';
}

/** A limit in km/h; undefined for one in words (`walk`, `none`, `DO:urban`) or a senseless one. */
function speedOf(maxspeed: string | undefined): number | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(km\/h|kmh|kph|mph)?$/.exec(maxspeed?.trim() ?? '') ?? [];
  if (number === undefined) return undefined;
  const kmh = Math.round(Number(number) * (unit === 'mph' ? KMH_PER_MPH : 1) * 10) / 10;
  return kmh > 0 && kmh <= FASTEST_KMH ? kmh : undefined;
}
