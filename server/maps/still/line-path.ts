import type { Point } from './view.ts';

export type PointOnLine = { x: number; y: number /** In radians, clockwise. */; angle: number };

/** A line that is measured along its length. */
export class LinePath {
  readonly #points: readonly Point[];
  readonly #distances: number[];

  constructor(points: readonly Point[]) {
    let distance = 0;
    this.#points = points;
    this.#distances = points.map((point, i) => {
      distance += distanceBetween(points[i - 1] ?? point, point);
      return distance;
    });
  }

  get length(): number {
    return this.#distances.at(-1) ?? 0;
  }

  /** Finds the point at a distance from the start; undefined beyond the ends. */
  at(distance: number): PointOnLine | undefined {
    if (distance < 0 || distance > this.length) return undefined;
    const next = this.#distances.findIndex((reached, i) => i > 0 && reached >= distance);
    const [from, to] = [this.#points[next - 1], this.#points[next]];
    if (from === undefined || to === undefined) return undefined;
    const start = this.#distances[next - 1] ?? 0;
    const share = (distance - start) / ((this.#distances[next] ?? 0) - start || 1);
    return {
      x: from[0] + (to[0] - from[0]) * share,
      y: from[1] + (to[1] - from[1]) * share,
      angle: Math.atan2(to[1] - from[1], to[0] - from[0]),
    };
  }
}

const distanceBetween = (a: Point, b: Point) => Math.hypot(b[0] - a[0], b[1] - a[1]);
