import type { Place } from '../map-data.ts';
import { PlaceIndex } from '../place-index.ts';
import type { LngLat } from '../position.ts';

/** The sector and the town that something belongs to, as far as they are known. */
export type AdminArea = { district?: string; city?: string; state?: string };

const NEAR_SECTOR_KM = 2.5;
const NEAR_CITY_KM = 12;

const STATE_OF_CITY = new Map<string, string>(
  Object.entries({
    'Santo Domingo': 'Distrito Nacional',
    'Santo Domingo Este': 'Santo Domingo',
    'Santo Domingo Norte': 'Santo Domingo',
    'Santo Domingo Oeste': 'Santo Domingo',
    'Los Alcarrizos': 'Santo Domingo',
    'Boca Chica': 'Santo Domingo',
  }),
);

/** Knows the sectors and towns of a map by position. */
export class AdminAreas {
  readonly #sectors: PlaceIndex<Place>;
  readonly #cities: PlaceIndex<Place>;

  constructor(places: readonly Place[]) {
    this.#sectors = new PlaceIndex(places.filter(({ kind }) => kind === 'sector'));
    this.#cities = new PlaceIndex(places.filter(({ kind }) => kind === 'city'));
  }

  /** What is around a point: the nearest sector and its town, else the nearest town. */
  findAt(point: LngLat): AdminArea {
    const sector = this.#sectors.findNearest(point, NEAR_SECTOR_KM)?.place;
    const city = sector?.city ?? this.#cities.findNearest(point, NEAR_CITY_KM)?.place.name ?? '';
    return { ...(sector === undefined ? {} : { district: sector.name }), ...toCity(city) };
  }

  /** The sector around a point. */
  findDistrict(point: LngLat): Pick<AdminArea, 'district'> {
    const sector = this.#sectors.findNearest(point, NEAR_SECTOR_KM)?.place;
    return sector === undefined ? {} : { district: sector.name };
  }
}

/** A town by name, with its state if that is known. */
export function toCity(city: string): Pick<AdminArea, 'city' | 'state'> {
  return city === '' ? {} : { city, ...toState(city) };
}

/** The state of a town, which is known around the capital only. */
export function toState(city: string): Pick<AdminArea, 'state'> {
  const state = STATE_OF_CITY.get(city);
  return state === undefined ? {} : { state };
}
