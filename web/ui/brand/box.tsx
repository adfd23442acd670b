/** The classes of the three visible faces. */
export type Paint = { top: string; left: string; right: string };

export type BoxShape = { x: number; y: number; z?: number; width: number; depth: number; height: number };

const HALF_WIDTH = 20;

const HALF_HEIGHT = 10;

/** A box: a building, a slab or the body of a car. */
export function Box({ x, y, z = 0, width, depth, height, paint }: BoxShape & { paint: Paint }) {
  const [right, front, roof] = [x + width, y + depth, z + height];
  return (
    <>
      <polygon
        className={paint.left}
        points={polygon([x, front, z], [right, front, z], [right, front, roof], [x, front, roof])}
      />
      <polygon
        className={paint.right}
        points={polygon([right, y, z], [right, front, z], [right, front, roof], [right, y, roof])}
      />
      <polygon
        className={paint.top}
        points={polygon([x, y, roof], [right, y, roof], [right, front, roof], [x, front, roof])}
      />
    </>
  );
}

/** x points to the lower right, y to the lower left, z up; one unit is the length of a car. */
export type Corner = readonly [x: number, y: number, z: number];

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
