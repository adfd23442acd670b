/** x points to the lower right, y to the lower left, z up; one unit is the length of a car. */
export type Corner = readonly [x: number, y: number, z: number];

const HALF_WIDTH = 20;
const HALF_HEIGHT = 10;

/** Projects a corner into the user units of the SVG. */
export function project([x, y, z]: Corner): { left: number; top: number } {
  return { left: (x - y) * HALF_WIDTH, top: (x + y) * HALF_HEIGHT - z * HALF_WIDTH };
}

/** The `points` of a polygon through these corners. */
export function polygon(...corners: readonly Corner[]): string {
  return corners
    .map(project)
    .map(({ left, top }) => `${left},${top}`)
    .join(' ');
}
