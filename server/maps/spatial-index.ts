import CheapRuler from 'cheap-ruler';
import Flatbush from 'flatbush';
import { calculateDistanceKm, type Position } from '../../domain/zones/distance.ts';
import { type LngLat, toPosition } from './geometry.ts';

export type NearestPoint = {
  /** The index of its line in the list. */
  line: number;
  /** The point is between `vertex` and `vertex + 1` of that line. */
  vertex: number;
  point: LngLat;
  distanceM: number;
};

const FIRST_RADIUS_M = 100;
const RADIUS_GROWTH = 3;

/** A spatial index of lines, which finds points between their vertices too. */
export class SegmentIndex {
  readonly #lines: readonly (readonly LngLat[])[];
  /** Line and vertex of each segment, in typed arrays: as objects the segments of a country would take gigabytes. */
  readonly #lineIndexes: Uint32Array;
  readonly #vertexIndexes: Uint32Array;
  readonly #tree: Flatbush | undefined;

  constructor(lines: readonly (readonly LngLat[])[]) {
    const count = lines.reduce((sum, line) => sum + Math.max(line.length - 1, 0), 0);
    this.#lines = lines;
    this.#lineIndexes = new Uint32Array(count);
    this.#vertexIndexes = new Uint32Array(count);
    // Flatbush rejects an empty index.
    if (count === 0) return;
    this.#tree = new Flatbush(count);
    for (const [index, line] of lines.entries()) this.#addLine(this.#tree, index, line);
    this.#tree.finish();
  }

  #addLine(tree: Flatbush, index: number, line: readonly LngLat[]): void {
    for (let vertex = 0; vertex < line.length - 1; vertex++) {
      const from = line[vertex];
      const to = line[vertex + 1];
      if (from === undefined || to === undefined) continue;
      const segment = tree.add(
        Math.min(from[0], to[0]),
        Math.min(from[1], to[1]),
        Math.max(from[0], to[0]),
        Math.max(from[1], to[1]),
      );
      this.#lineIndexes[segment] = index;
      this.#vertexIndexes[segment] = vertex;
    }
  }

  /** Finds the nearest point within `limitM` metres; of equally near ones that of the first line. */
  findNearest(position: LngLat, limitM: number): NearestPoint | undefined {
    for (let radiusM = Math.min(FIRST_RADIUS_M, limitM); ; radiusM = Math.min(radiusM * RADIUS_GROWTH, limitM)) {
      const found = this.#nearestWithin(position, radiusM);
      if (found || radiusM >= limitM) return found;
    }
  }

  #nearestWithin(position: LngLat, radiusM: number): NearestPoint | undefined {
    const ruler = new CheapRuler(position[1], 'meters');
    // Slightly larger, because the ruler's ellipsoid and the haversine's sphere differ by up to 0.5 %.
    const box = ruler.bufferPoint(position, radiusM * 1.01);
    const candidates = this.#tree?.search(...box).sort((a, b) => a - b) ?? [];
    let best: NearestPoint | undefined;
    for (const index of candidates) {
      const line = this.#lineIndexes[index] ?? 0;
      const vertex = this.#vertexIndexes[index] ?? 0;
      const ends = this.#lines[line]?.slice(vertex, vertex + 2) ?? [];
      const { point } = ruler.pointOnLine(ends, position);
      const distanceM = calculateDistanceKm(toPosition(position), toPosition(point)) * 1000;
      if (distanceM <= radiusM && (best === undefined || distanceM < best.distanceM)) {
        best = { line, vertex, point, distanceM };
      }
    }
    return best;
  }
}

/** Finds the nearest place within a distance; of equally near ones the first in the list. */
export function createPlaceFinder<T extends Position>(places: readonly T[], limitKm: number) {
  // A place is a line without length.
  const index = new SegmentIndex(
    places.map(({ lng, lat }) => [
      [lng, lat],
      [lng, lat],
    ]),
  );
  return (point: LngLat): { place: T; km: number } | undefined => {
    const nearest = index.findNearest(point, limitKm * 1000);
    const place = nearest && places[nearest.line];
    return place && { place, km: nearest.distanceM / 1000 };
  };
}
