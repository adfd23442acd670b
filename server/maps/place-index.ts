import CheapRuler from 'cheap-ruler';
import Flatbush from 'flatbush';
import { calculateDistanceKm, type Position } from '../../domain/zones/distance.ts';
import { type LngLat, toPosition } from './position.ts';

/** Finds the nearest of many points without looking at every one. */
export class PlaceIndex<T extends Position> {
  readonly #places: readonly T[];
  readonly #tree: Flatbush | undefined;

  constructor(places: readonly T[]) {
    this.#places = places;
    // Flatbush refuses an index of nothing.
    if (places.length === 0) return;
    this.#tree = new Flatbush(places.length);
    for (const { lng, lat } of places) this.#tree.add(lng, lat);
    this.#tree.finish();
  }

  /** The nearest place that is at most `limitKm` kilometres away, with its distance; among equals the first in the list. */
  findNearest(point: LngLat, limitKm: number): { place: T; km: number } | undefined {
    // A hair wider, because the ruler's ellipsoid and the haversine's sphere differ by up to half a percent.
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
