import type { Point } from './view.ts';

export type PointOnLine = { x: number; y: number /** In radians, clockwise. */; angle: number };

/** A line that is measured along its length. */
export class LinePath {
  readonly points: readonly Point[];
  readonly #distances: number[];

  constructor(points: readonly Point[]) {
    let distance = 0;
    this.points = points;
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
    const [from, to] = [this.points[next - 1], this.points[next]];
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

type Options = {
  /** Between two names of the same street. */
  spacing: number;
  labelLength: number;
  /** From the start of a line to the first anchor, besides half the label. */
  startOffset: number;
  overscaling: number;
  /** Whether the line comes from another tile. */
  isContinued: boolean;
  /** Whether a name can be read that has its middle at a distance. */
  isReadable: (distance: number) => boolean;
};

/** Finds the distances from the start of a line at which MapLibre tries to place its name. */
export function findAnchors(line: LinePath, options: Options): number[] {
  const { spacing, labelLength, startOffset, overscaling, isContinued } = options;
  // At least a quarter of the spacing stays between two names.
  const step = Math.max(spacing, labelLength + spacing / 4);
  const first = isContinued ? step / 2 : labelLength / 2 + startOffset;
  const anchors = sampleLine(line, (first * overscaling) % step, step, options);
  if (anchors.length > 0 || isContinued) return anchors;
  return sampleLine(line, line.length / 2, step, options);
}

function sampleLine(line: LinePath, offset: number, step: number, options: Options): number[] {
  const half = options.labelLength / 2;
  const anchors: number[] = [];
  for (let distance = offset; distance < line.length; distance += step) {
    if (distance >= half && distance + half <= line.length && options.isReadable(distance)) anchors.push(distance);
  }
  return anchors;
}
