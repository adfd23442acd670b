// Types of packages that bring none, as far as the product uses them.

declare module 'lineclip' {
  type Point = [number, number];
  /** @param box left, top, right, bottom */
  export function clipPolyline(line: readonly Point[], box: readonly [number, number, number, number]): Point[][];
  export function clipPolygon(ring: readonly Point[], box: readonly [number, number, number, number]): Point[];
}

/** Types that others wrote for it bring all types of browsers along. */
declare module 'opentype.js' {
  type Coordinates = { x?: number; y?: number; x1?: number; y1?: number; x2?: number; y2?: number };
  /** In units of the font, `y` up. */
  export type Command = Coordinates & { type: 'M' | 'L' | 'Q' | 'C' | 'Z' };
  export type Glyph = { advanceWidth: number; path: { commands: Command[] } };
  export type Font = {
    unitsPerEm: number;
    hasChar(character: string): boolean;
    charToGlyph(character: string): Glyph;
  };
  const opentype: { parse(file: ArrayBuffer): Font };
  export default opentype;
}
