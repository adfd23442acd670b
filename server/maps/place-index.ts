import CheapRuler from 'cheap-ruler';
import Flatbush from 'flatbush';
import { calculateDistanceKm, type Position } from '../../domain/zones/distance.ts';
import { type LngLat, toPosition } from './position.ts';

export class PlaceIndex<T extends Position> {
  readonly #places: readonly T[];
  readonly #tree: Flatbush | undefined;

  constructor(places: readonly T[]) {
    this.#places = places;
    // Flatbush rejects an empty index.
    if (places.length === 0) return;
    this.#tree = new Flatbush(places.length);
    for (const { lng, lat } of places) this.#tree.add(lng, lat);
    this.#tree.finish();
  }

  /** Finds the nearest place within `limitKm` kilometres; of equally near ones the first in the list. */
  findNearest(point: LngLat, limitKm: number): { place: T; km: number } | undefined {
    // Slightly larger, because the ruler's ellipsoid and the haversine's sphere differ by up to 0.5 %.
    const box = new CheapRuler(point[1], 'kilometers').bufferPoint(point, limitKm * 1.01);
    let best: { place: T; km: number } | undefined;
    for (const index of this.#tree?.search(...box).sort((a, b) => a - b) ?? []) {
      const place = this.#places[index];
      if (place === undefined) continue;
      const km = calculateDistanceKm(toPosition(point), place);
      if (km <= limitKm && (best === undefined || km < best.km)) best = { place, km };
    }
    return best;
  }
}
