import type { CSSProperties } from 'react';

/** A colour in the light and in the dark theme. */
type Colour = readonly [light: string, dark: string];

/** The colours of the three visible faces. */
export type Paint = { top: Colour; left: Colour; right: Colour };

export type BoxShape = { x: number; y: number; z?: number; width: number; depth: number; height: number };

export const PAINTS = {
  plate: { top: ['#ffe3c7', '#33241a'], left: ['#d95f0a', '#140d08'], right: ['#b94f06', '#0d0805'] },
  block: { top: ['#fff5ea', '#43301f'], left: ['#f3cfa8', '#271a10'], right: ['#e6bb8d', '#20150d'] },
  park: { top: ['#d9e86f', '#4d5a17'], left: ['#b9cc3a', '#39440f'], right: ['#a3b52c', '#2f390b'] },
  lot: { top: ['#3a2a1c', '#17110c'], left: ['#1f1206', '#0d0905'], right: ['#1f1206', '#0d0905'] },
  cream: { top: ['#ffffff', '#6b533e'], left: ['#fbe6cf', '#4c3929'], right: ['#eecba5', '#3a2a1d'] },
  orange: { top: ['#ffb27a', '#d9691a'], left: ['#ff8f45', '#a84c0d'], right: ['#e56f1f', '#853a07'] },
  ink: { top: ['#5b4229', '#5b4229'], left: ['#3d2a17', '#35240f'], right: ['#2a1b0d', '#281a0b'] },
  lime: { top: ['#e6f27f', '#cfe64a'], left: ['#c6dc2c', '#a9be26'], right: ['#a9bd1f', '#8a9c19'] },
  white: { top: ['#ffffff', '#fbeedd'], left: ['#f0e4d6', '#d8c6b0'], right: ['#dccbb6', '#bba88f'] },
} as const satisfies Record<string, Paint>;

/** Dark by day, lit by night. */
export const WINDOWS = {
  pale: ['#e0a871', '#ffd27a'],
  dark: ['#ffd9a8', '#ffe1a3'],
} as const satisfies Record<string, Colour>;

/** Fills a shape in the colour of the theme. */
export const fill = ([light, dark]: Colour) => ({
  className: 'fill-(--light) dark:fill-(--dark)',
  style: { '--light': light, '--dark': dark } as CSSProperties,
});

const HALF_WIDTH = 20;
const HALF_HEIGHT = 10;

/** A box: a building, a slab or the body of a car. */
export function Box({ x, y, z = 0, width, depth, height, paint }: BoxShape & { paint: Paint }) {
  const [right, front, roof] = [x + width, y + depth, z + height];
  return (
    <>
      <polygon
        {...fill(paint.left)}
        points={polygon([x, front, z], [right, front, z], [right, front, roof], [x, front, roof])}
      />
      <polygon
        {...fill(paint.right)}
        points={polygon([right, y, z], [right, front, z], [right, front, roof], [right, y, roof])}
      />
      <polygon
        {...fill(paint.top)}
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
