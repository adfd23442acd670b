import CheapRuler from 'cheap-ruler';
import { haversineKm } from '../../../domain/distance.ts';
import type { MapData, Place, Street } from '../map-data.ts';
import { type LngLat, toPosition } from '../position.ts';
import { PLACE_TAGS, type Tag } from './place-tags.ts';

/** Something that can be found by its name. */
export type Landmark = {
  name: string;
  /** Photon's layer. */
  type: 'house' | 'street' | 'district' | 'city';
  tag: Tag;
  point: LngLat;
  /** West, north, east, south, as Photon orders it; streets only. */
  extent?: [number, number, number, number];
  street?: string;
  district?: string;
  city?: string;
  state?: string;
  /** How well known this kind of thing is, from 0 to 1. */
  prominence: number;
};

const PROMINENCE = { city: 1, street: 0.8, district: 0.7, house: 0.5 };
const NEAR_SECTOR_KM = 2.5;
const NEAR_CITY_KM = 12;

const STATE_OF_CITY: Record<string, string> = {
  'Santo Domingo': 'Distrito Nacional',
  'Santo Domingo Este': 'Santo Domingo',
  'Santo Domingo Norte': 'Santo Domingo',
  'Santo Domingo Oeste': 'Santo Domingo',
  'Los Alcarrizos': 'Santo Domingo',
  'Boca Chica': 'Santo Domingo',
};

/** Everything on the map that has a name, with the sector and the town it belongs to. */
export function toLandmarks({ places, streets }: Pick<MapData, 'places' | 'streets'>): Landmark[] {
  const sectors = places.filter(({ kind }) => kind === 'sector');
  const cities = places.filter(({ kind }) => kind === 'city');
  return [
    ...places.map((place) => fromPlace(place, sectors)),
    ...streets.map((street) => fromStreet(street, sectors, cities)),
  ];
}

function fromPlace(place: Place, sectors: readonly Place[]): Landmark {
  const tag = PLACE_TAGS[place.kind] ?? { key: 'place', value: 'locality' };
  const type = place.kind === 'sector' ? 'district' : place.kind === 'city' ? 'city' : 'house';
  const point: LngLat = [place.lng, place.lat];
  const street = /^(Av\.|Calle|Autopista|Carretera|Paseo)/.test(place.address)
    ? place.address.split(',')[0]
    : undefined;
  const district = type === 'house' ? nearest(point, sectors, NEAR_SECTOR_KM)?.name : undefined;
  return {
    name: place.name,
    type,
    tag,
    point,
    ...(street === undefined ? {} : { street }),
    ...(district === undefined ? {} : { district }),
    ...(type === 'city' ? stateOf(place.name) : cityOf(place.city)),
    prominence: PROMINENCE[type],
  };
}

function fromStreet(street: Street, sectors: readonly Place[], cities: readonly Place[]): Landmark {
  const point = middleOf(street.line);
  const sector = nearest(point, sectors, NEAR_SECTOR_KM);
  const city = sector?.city ?? nearest(point, cities, NEAR_CITY_KM)?.name ?? '';
  const lngs = street.line.map(([lng]) => lng);
  const lats = street.line.map(([, lat]) => lat);
  return {
    name: street.name,
    type: 'street',
    tag: { key: 'highway', value: street.class },
    point,
    extent: [Math.min(...lngs), Math.max(...lats), Math.max(...lngs), Math.min(...lats)],
    ...(sector === undefined ? {} : { district: sector.name }),
    ...cityOf(city),
    prominence: PROMINENCE.street,
  };
}

function middleOf(line: LngLat[]): LngLat {
  const ruler = new CheapRuler(line[0]?.[1] ?? 0, 'meters');
  return ruler.along(line, ruler.lineDistance(line) / 2);
}

/** The sector and the town around a point, as far as they are known. */
export function surroundingsOf(
  point: LngLat,
  { places }: Pick<MapData, 'places'>,
): Pick<Landmark, 'district' | 'city' | 'state'> {
  const sector = nearest(
    point,
    places.filter(({ kind }) => kind === 'sector'),
    NEAR_SECTOR_KM,
  );
  const city =
    sector?.city ??
    nearest(
      point,
      places.filter(({ kind }) => kind === 'city'),
      NEAR_CITY_KM,
    )?.name ??
    '';
  return { ...(sector === undefined ? {} : { district: sector.name }), ...cityOf(city) };
}

function cityOf(city: string): Pick<Landmark, 'city' | 'state'> {
  return city === '' ? {} : { city, ...stateOf(city) };
}

function stateOf(city: string): Pick<Landmark, 'state'> {
  const state = STATE_OF_CITY[city];
  return state === undefined ? {} : { state };
}

function nearest(point: LngLat, places: readonly Place[], limitKm: number): Place | undefined {
  let best: { place: Place; km: number } | undefined;
  for (const place of places) {
    const km = haversineKm(toPosition(point), place);
    if (km <= limitKm && (best === undefined || km < best.km)) best = { place, km };
  }
  return best?.place;
}
