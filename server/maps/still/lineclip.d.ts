// The package has no types of its own.
declare module 'lineclip' {
  type Point = [number, number];
  /** @param box left, top, right, bottom */
  export function clipPolyline(line: readonly Point[], box: readonly [number, number, number, number]): Point[][];
  export function clipPolygon(ring: readonly Point[], box: readonly [number, number, number, number]): Point[];
}
