import { polygon } from './isometry.ts';

/** The classes of the three visible faces. */
export type Paint = { top: string; left: string; right: string };

export type BoxShape = { x: number; y: number; z?: number; width: number; depth: number; height: number };

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
