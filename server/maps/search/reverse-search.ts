import { calculateDistanceKm } from '../../../domain/zones/distance.ts';
import type { Street } from '../map-data.ts';
import { type LngLat, toPosition } from '../position.ts';
import { SegmentIndex } from '../segment-index.ts';
import type { AdminAreas } from './admin-areas.ts';
import { fromStreet, type Landmark } from './landmark.ts';

// Up to this distance a building or a street describes a point better than a sector.
const ADDRESS_RADIUS_KM = 0.3;

export class ReverseSearch {
  readonly #areas: AdminAreas;
  readonly #landmarks: readonly Landmark[];
  readonly #streets: readonly Street[];
  readonly #index: SegmentIndex;

  constructor(streets: readonly Street[], landmarks: readonly Landmark[], areas: AdminAreas) {
    this.#areas = areas;
    this.#landmarks = landmarks.filter(({ type }) => type !== 'street');
    this.#streets = streets.filter(({ name }) => name !== '');
    this.#index = new SegmentIndex(this.#streets.map(({ line }) => line));
  }

  /** Landmarks within `radiusKm`: buildings and streets nearby first, then by distance. */
  find(point: LngLat, radiusKm: number, limit: number): Landmark[] {
    const found = this.#landmarks.map((landmark) => ({
      landmark,
      km: calculateDistanceKm(toPosition(point), toPosition(landmark.point)),
    }));
    const street = this.#findStreet(point, radiusKm);
    if (street) found.push(street);
    const isAddress = ({ landmark, km }: (typeof found)[number]) =>
      km <= ADDRESS_RADIUS_KM && (landmark.type === 'house' || landmark.type === 'street');
    return found
      .filter(({ km }) => km <= radiusKm)
      .sort((a, b) => Number(isAddress(b)) - Number(isAddress(a)) || a.km - b.km)
      .slice(0, limit)
      .map(({ landmark }) => landmark);
  }

  #findStreet(point: LngLat, radiusKm: number): { landmark: Landmark; km: number } | undefined {
    const nearest = this.#index.findNearest(point, radiusKm * 1000);
    const street = nearest && this.#streets[nearest.line];
    if (!street) return undefined;
    return { landmark: fromStreet(street, nearest.point, this.#areas), km: nearest.distanceM / 1000 };
  }
}
