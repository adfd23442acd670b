import type { Place } from '../map-data.ts';
import { PlaceIndex } from '../place-index.ts';
import type { LngLat } from '../position.ts';

export type AdminArea = { district?: string; city?: string; state?: string };

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

export class AdminAreas {
  readonly #sectors: PlaceIndex<Place>;
  readonly #cities: PlaceIndex<Place>;

  constructor(places: readonly Place[]) {
    this.#sectors = new PlaceIndex(places.filter(({ kind }) => kind === 'sector'));
    this.#cities = new PlaceIndex(places.filter(({ kind }) => kind === 'city'));
  }

  /** The nearest sector and its town, or else the nearest town. */
  findAt(point: LngLat): AdminArea {
    const sector = this.#sectors.findNearest(point, MAX_SECTOR_KM)?.place;
    const city = sector?.city ?? this.#cities.findNearest(point, MAX_CITY_KM)?.place.name ?? '';
    return { ...(sector === undefined ? {} : { district: sector.name }), ...toCity(city) };
  }

  findDistrict(point: LngLat): Pick<AdminArea, 'district'> {
    const sector = this.#sectors.findNearest(point, MAX_SECTOR_KM)?.place;
    return sector === undefined ? {} : { district: sector.name };
  }
}

export function toCity(city: string): Pick<AdminArea, 'city' | 'state'> {
  return city === '' ? {} : { city, ...toState(city) };
}

/** States are known around the capital only. */
export function toState(city: string): Pick<AdminArea, 'state'> {
  const state = STATES_BY_CITY.get(city);
  return state === undefined ? {} : { state };
}
