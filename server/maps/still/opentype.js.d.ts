// The package has no types of its own, and those of others bring all types of browsers.
declare module 'opentype.js' {
  /** In units of the font, `y` up. */
  export type Command =
    | { type: 'M' | 'L'; x: number; y: number }
    | { type: 'Q'; x1: number; y1: number; x: number; y: number }
    | { type: 'C'; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
    | { type: 'Z' };
  export type Glyph = { advanceWidth: number; path: { commands: Command[] } };
  export type Font = {
    unitsPerEm: number;
    hasChar(character: string): boolean;
    charToGlyph(character: string): Glyph;
  };
  const opentype: { parse(file: ArrayBuffer): Font };
  export default opentype;
}
