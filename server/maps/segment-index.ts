import CheapRuler from 'cheap-ruler';
import Flatbush from 'flatbush';
import { haversineKm } from '../../domain/distance.ts';
import { type LngLat, toPosition } from './position.ts';

/** The nearest point on a set of lines. */
export type NearestPoint = {
  /** Which line it lies on, by its place in the list that was indexed. */
  line: number;
  /** The vertex of that line it lies behind; the point is between `vertex` and `vertex + 1`. */
  vertex: number;
  point: LngLat;
  distanceM: number;
};

const FIRST_REACH_M = 100;
const REACH_GROWTH = 3;

type Segment = { line: number; vertex: number; from: LngLat; to: LngLat };

/** Finds the nearest point on many lines, between their vertices too, without looking at every line. */
export class SegmentIndex {
  readonly #segments: Segment[];
  readonly #tree: Flatbush | undefined;

  constructor(lines: readonly (readonly LngLat[])[]) {
    this.#segments = lines.flatMap((line, lineIndex) =>
      line.slice(1).map((to, vertex) => ({ line: lineIndex, vertex, from: line[vertex] ?? to, to })),
    );
    // Flatbush refuses an index of nothing.
    if (this.#segments.length === 0) return;
    this.#tree = new Flatbush(this.#segments.length);
    for (const { from, to } of this.#segments) {
      this.#tree.add(
        Math.min(from[0], to[0]),
        Math.min(from[1], to[1]),
        Math.max(from[0], to[0]),
        Math.max(from[1], to[1]),
      );
    }
    this.#tree.finish();
  }

  /** The point on any line that is nearest to `position` and at most `limitM` metres away; among equals the first line. */
  nearest(position: LngLat, limitM: number): NearestPoint | undefined {
    for (let reachM = Math.min(FIRST_REACH_M, limitM); ; reachM = Math.min(reachM * REACH_GROWTH, limitM)) {
      const found = this.#nearestWithin(position, reachM);
      if (found || reachM >= limitM) return found;
    }
  }

  #nearestWithin(position: LngLat, reachM: number): NearestPoint | undefined {
    const ruler = new CheapRuler(position[1], 'meters');
    // A hair wider, because the ruler's ellipsoid and the haversine's sphere differ by up to half a percent.
    const box = ruler.bufferPoint(position, reachM * 1.01);
    const candidates = this.#tree?.search(...box).sort((a, b) => a - b) ?? [];
    let best: NearestPoint | undefined;
    for (const index of candidates) {
      const segment = this.#segments[index];
      if (!segment) continue;
      const { point } = ruler.pointOnLine([segment.from, segment.to], position);
      const distanceM = haversineKm(toPosition(position), toPosition(point)) * 1000;
      if (distanceM <= reachM && (best === undefined || distanceM < best.distanceM)) {
        best = { line: segment.line, vertex: segment.vertex, point, distanceM };
      }
    }
    return best;
  }
}
