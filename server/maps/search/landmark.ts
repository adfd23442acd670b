import CheapRuler from 'cheap-ruler';
import { type Bounds, getBounds, type LngLat, widen } from '../geometry.ts';
import { KINDS } from '../import/places.ts';
import type { MapData, NamedPlace, Street } from '../map-data.ts';
import { createPlaceFinder } from '../spatial-index.ts';

type Tag = { key: string; value: string };

/** The tag for each kind of place in the map data: that of an import, and those of the kinds that only the built-in map has. */
const PLACE_TAGS = new Map<string, Tag>([
  ...KINDS.map(({ kind, key, values: [value] }): [string, Tag] => [kind, { key, value }]),
  ['cemetery', { key: 'landuse', value: 'cemetery' }],
  ['government', { key: 'office', value: 'government' }],
  ['restaurant', { key: 'amenity', value: 'restaurant' }],
]);

export type Landmark = AdminArea & {
  name: string;
  /** Photon's layer. */
  type: 'house' | 'street' | 'district' | 'city';
  tag: Tag;
  point: LngLat;
  /** Streets only. */
  extent?: Bounds;
  street?: string;
  /** From 0 to 1, by type. */
  prominence: number;
};

const PROMINENCE = { city: 1, street: 0.8, district: 0.7, house: 0.5 };

/** All places and named streets with their areas. The lines of a street in the same sector are one landmark. */
export function toLandmarks({ places, streets }: Pick<MapData, 'places' | 'streets'>, areas: AdminAreas): Landmark[] {
  const streetsByArea = new Map<string, Landmark>();
  for (const street of streets) {
    if (street.name === '') continue;
    const landmark = { ...fromStreet(street, findMiddle(street.line), areas), extent: getBounds(street.line) };
    const key = `${landmark.name}|${landmark.district}|${landmark.city}`;
    const existing = streetsByArea.get(key);
    if (existing === undefined) streetsByArea.set(key, landmark);
    else existing.extent = widen(existing.extent, getBounds(street.line));
  }
  return [...places.map((place) => fromPlace(place, areas)), ...streetsByArea.values()];
}

function fromPlace(place: NamedPlace, areas: AdminAreas): Landmark {
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
    ...(type === 'house' ? areas.findDistrict(point) : {}),
    ...(type === 'city' ? toState(place.name) : toCity(place.city)),
    prominence: PROMINENCE[type],
  };
}

/** A street as the landmark at one of its points. */
export function fromStreet({ name, class: streetClass }: Street, point: LngLat, areas: AdminAreas): Landmark {
  const tag = { key: 'highway', value: streetClass };
  return { name, type: 'street', tag, point, ...areas.findAt(point), prominence: PROMINENCE.street };
}

function findMiddle(line: LngLat[]): LngLat {
  const ruler = new CheapRuler(line[0]?.[1] ?? 0, 'meters');
  return ruler.along(line, ruler.lineDistance(line) / 2);
}

type AdminArea = { district?: string; city?: string; state?: string };

const MAX_SECTOR_KM = 2.5;
const MAX_CITY_KM = 12;

const STATES_BY_CITY = new Map<string, string>(
  Object.entries({
    'Santo Domingo': 'Distrito Nacional',
    'Santo Domingo Este': 'Santo Domingo',
    'Santo Domingo Norte': 'Santo Domingo',
    'Santo Domingo Oeste': 'Santo Domingo',
    'Los Alcarrizos': 'Santo Domingo',
    'Boca Chica': 'Santo Domingo',
  }),
);

export type AdminAreas = ReturnType<typeof createAdminAreas>;

export function createAdminAreas(places: readonly NamedPlace[]) {
  const createFinder = (kind: string, limitKm: number) =>
    createPlaceFinder(
      places.filter((place) => place.kind === kind),
      limitKm,
    );
  const findSector = createFinder('sector', MAX_SECTOR_KM);
  const findCity = createFinder('city', MAX_CITY_KM);
  const findDistrict = (point: LngLat): Pick<AdminArea, 'district'> => {
    const sector = findSector(point)?.place;
    return sector === undefined ? {} : { district: sector.name };
  };
  return {
    findDistrict,
    /** The nearest sector and its town, or else the nearest town. */
    findAt: (point: LngLat): AdminArea => ({
      ...findDistrict(point),
      ...toCity(findSector(point)?.place.city ?? findCity(point)?.place.name ?? ''),
    }),
  };
}

function toCity(city: string): Pick<AdminArea, 'city' | 'state'> {
  return city === '' ? {} : { city, ...toState(city) };
}

/** States are known around the capital only. */
function toState(city: string): Pick<AdminArea, 'state'> {
  const state = STATES_BY_CITY.get(city);
  return state === undefined ? {} : { state };
}
