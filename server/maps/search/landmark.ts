import CheapRuler from 'cheap-ruler';
import type { MapData, Place, Street } from '../map-data.ts';
import type { LngLat } from '../position.ts';
import { type AdminArea, type AdminAreas, toCity, toState } from './admin-areas.ts';
import { PLACE_TAGS, type Tag } from './place-tags.ts';

/** Something that can be found by its name. */
export type Landmark = AdminArea & {
  name: string;
  /** Photon's layer. */
  type: 'house' | 'street' | 'district' | 'city';
  tag: Tag;
  point: LngLat;
  /** West, north, east, south, as Photon orders it; streets only. */
  extent?: Extent;
  street?: string;
  /** How well known this kind of thing is, from 0 to 1. */
  prominence: number;
};

type Extent = [number, number, number, number];

const PROMINENCE = { city: 1, street: 0.8, district: 0.7, house: 0.5 };

/**
 * Everything on the map that has a name, with the sector and the town it belongs to. The lines of one street in one
 * sector are one landmark: an extract cuts a street into many.
 */
export function toLandmarks(
  { places, streets }: Pick<MapData, 'places' | 'streets'>,
  surroundings: AdminAreas,
): Landmark[] {
  const byPlace = new Map<string, Landmark>();
  for (const street of streets) {
    if (street.name === '') continue;
    const landmark = fromStreet(street, surroundings);
    const key = `${landmark.name}|${landmark.district}|${landmark.city}`;
    const known = byPlace.get(key);
    if (known === undefined) byPlace.set(key, landmark);
    else known.extent = union(known.extent, landmark.extent);
  }
  return [...places.map((place) => fromPlace(place, surroundings)), ...byPlace.values()];
}

function fromPlace(place: Place, surroundings: AdminAreas): Landmark {
  const tag = PLACE_TAGS.get(place.kind) ?? { key: 'place', value: 'locality' };
  const type = place.kind === 'sector' ? 'district' : place.kind === 'city' ? 'city' : 'house';
  const point: LngLat = [place.lng, place.lat];
  const street = /^(Av\.|Avenida|Calle|Autopista|Carretera|Paseo)/.test(place.address)
    ? place.address.split(',')[0]
    : undefined;
  return {
    name: place.name,
    type,
    tag,
    point,
    ...(street === undefined ? {} : { street }),
    ...(type === 'house' ? surroundings.findDistrict(point) : {}),
    ...(type === 'city' ? toState(place.name) : toCity(place.city)),
    prominence: PROMINENCE[type],
  };
}

function fromStreet({ name, class: streetClass, line }: Street, surroundings: AdminAreas): Landmark {
  const point = findMiddle(line);
  return {
    name,
    type: 'street',
    tag: { key: 'highway', value: streetClass },
    point,
    extent: getExtent(line),
    ...surroundings.findAt(point),
    prominence: PROMINENCE.street,
  };
}

function getExtent(line: readonly LngLat[]): Extent {
  const lngs = line.map(([lng]) => lng);
  const lats = line.map(([, lat]) => lat);
  return [Math.min(...lngs), Math.max(...lats), Math.max(...lngs), Math.min(...lats)];
}

function union(a: Extent = [180, -90, -180, 90], b: Extent = a): Extent {
  return [Math.min(a[0], b[0]), Math.max(a[1], b[1]), Math.max(a[2], b[2]), Math.min(a[3], b[3])];
}

function findMiddle(line: LngLat[]): LngLat {
  const ruler = new CheapRuler(line[0]?.[1] ?? 0, 'meters');
  return ruler.along(line, ruler.lineDistance(line) / 2);
}
