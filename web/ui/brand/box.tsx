/** The classes of the three visible faces. */
export type Paint = { top: string; left: string; right: string };

export type BoxShape = { x: number; y: number; z?: number; width: number; depth: number; height: number };

/** The colours of the light and the dark theme. */
export const PAINTS = {
  plate: {
    top: 'fill-[#ffe3c7] dark:fill-[#33241a]',
    left: 'fill-[#d95f0a] dark:fill-[#140d08]',
    right: 'fill-[#b94f06] dark:fill-[#0d0805]',
  },
  block: {
    top: 'fill-[#fff5ea] dark:fill-[#43301f]',
    left: 'fill-[#f3cfa8] dark:fill-[#271a10]',
    right: 'fill-[#e6bb8d] dark:fill-[#20150d]',
  },
  park: {
    top: 'fill-[#d9e86f] dark:fill-[#4d5a17]',
    left: 'fill-[#b9cc3a] dark:fill-[#39440f]',
    right: 'fill-[#a3b52c] dark:fill-[#2f390b]',
  },
  lot: {
    top: 'fill-[#3a2a1c] dark:fill-[#17110c]',
    left: 'fill-[#1f1206] dark:fill-[#0d0905]',
    right: 'fill-[#1f1206] dark:fill-[#0d0905]',
  },
  cream: {
    top: 'fill-[#ffffff] dark:fill-[#6b533e]',
    left: 'fill-[#fbe6cf] dark:fill-[#4c3929]',
    right: 'fill-[#eecba5] dark:fill-[#3a2a1d]',
  },
  orange: {
    top: 'fill-[#ffb27a] dark:fill-[#d9691a]',
    left: 'fill-[#ff8f45] dark:fill-[#a84c0d]',
    right: 'fill-[#e56f1f] dark:fill-[#853a07]',
  },
  ink: {
    top: 'fill-[#5b4229] dark:fill-[#5b4229]',
    left: 'fill-[#3d2a17] dark:fill-[#35240f]',
    right: 'fill-[#2a1b0d] dark:fill-[#281a0b]',
  },
  lime: {
    top: 'fill-[#e6f27f] dark:fill-[#cfe64a]',
    left: 'fill-[#c6dc2c] dark:fill-[#a9be26]',
    right: 'fill-[#a9bd1f] dark:fill-[#8a9c19]',
  },
  white: {
    top: 'fill-white dark:fill-[#fbeedd]',
    left: 'fill-[#f0e4d6] dark:fill-[#d8c6b0]',
    right: 'fill-[#dccbb6] dark:fill-[#bba88f]',
  },
} as const satisfies Record<string, Paint>;

/** Dark by day, lit by night. */
export const WINDOWS = {
  pale: 'fill-[#e0a871] dark:fill-[#ffd27a]',
  dark: 'fill-[#ffd9a8] dark:fill-[#ffe1a3]',
} as const;

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
