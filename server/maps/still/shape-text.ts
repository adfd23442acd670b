import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype, { type Font, type Glyph } from 'opentype.js';
import type { PathCommand } from './draw-shape.ts';
import type { Point } from './view.ts';

/** MapLibre lays out text in units: 24 are one em. */
export const ONE_EM = 24;
/** `text-line-height` of the style specification. */
const LINE_HEIGHT = 1.2 * ONE_EM;
/** From the middle of a line down to its baseline, for fonts of the device. */
const BASELINE = 10;

/** `x` is the start of the glyph on its baseline, from the anchor of the label; `advance` includes the letter spacing. */
type ShapedGlyph = { character: string; x: number; y: number; advance: number };

export type ShapedText = {
  glyphs: ShapedGlyph[];
  left: number;
  top: number;
  right: number;
  bottom: number;
};

type Options = {
  typeface: Typeface;
  /** Lengths in units of the layout. */
  letterSpacing: number;
  maxWidth: number;
};

/** Places the glyphs of a label around its anchor as MapLibre does: wrapped, centred, and without kerning. */
export function shapeText(text: string, { typeface, letterSpacing, maxWidth }: Options): ShapedText {
  const measure = (character: string) => typeface.getAdvance(character) * ONE_EM + letterSpacing;
  const lines = breakLines(text, measure, maxWidth).map((line) => shapeLine(line, measure));
  const width = Math.max(...lines.map((line) => line.width)) - letterSpacing;
  const left = -width / 2;
  const top = (-lines.length * LINE_HEIGHT) / 2;
  const glyphs = lines.flatMap((line, row) => {
    const indent = left + (width - (line.width - letterSpacing)) / 2;
    const y = top + (row + 0.5) * LINE_HEIGHT + BASELINE;
    return line.glyphs.map(({ character, x, advance }) => ({ character, x: indent + x, y, advance }));
  });
  return { glyphs, left, top, right: -left, bottom: -top };
}

function shapeLine(line: string, measure: (character: string) => number) {
  let width = 0;
  const glyphs = Array.from(line, (character) => {
    const glyph = { character, x: width, advance: measure(character) };
    width += glyph.advance;
    return glyph;
  });
  return { glyphs, width };
}

/** A line may end after these, and before an opening bracket. */
const BREAK = /(?<=[ \n&)+\-/\u00ad\u00b7\u200b\u2010\u2013\u2027])|(?=\()/;

/** Breaks a text into lines of about the same width. */
function breakLines(text: string, measure: (character: string) => number, maxWidth: number): string[] {
  const measureLine = (line: string) => sum(Array.from(line.trim(), measure));
  const total = measureLine(text);
  const target = total / Math.ceil(total / maxWidth);
  const lines: string[] = [];
  for (const part of text.split(BREAK)) {
    const line = lines.at(-1);
    const gap = Math.abs(measureLine(line ?? '') - target);
    const isLonger = line !== undefined && Math.abs(measureLine(`${line}${part}`) - target) <= gap;
    if (isLonger) lines[lines.length - 1] = `${line}${part}`;
    else lines.push(part);
  }
  return total <= maxWidth ? [text.trim()] : lines.map((line) => line.trim());
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const { resolve } = createRequire(import.meta.url);

const WEIGHTS = { Medium: 500, Semibold: 600 };
const SUBSETS = ['latin', 'latin-ext'];

export type { Typeface };

/** A font of the style as outlines, because an SVG in an `<img>` cannot use the fonts of the page. */
class Typeface {
  readonly #unitsPerEm: number;
  readonly #fonts: Font[];
  /** Looked up once, because the library searches the font's table each time. */
  readonly #glyphs = new Map<string, Glyph | undefined>();

  constructor(name: string) {
    const [family = '', weightName = '', slant = 'Normal'] = name.split(' ');
    const weight = Object.entries(WEIGHTS).find(([each]) => each === weightName)?.[1];
    if (family !== 'Figtree' || weight === undefined) throw new Error(`a picture has no font ${name}`);
    this.#fonts = SUBSETS.map((subset) => readFont(`figtree-${subset}-${weight}-${slant.toLowerCase()}.woff`));
    this.#unitsPerEm = this.#fonts[0]?.unitsPerEm ?? 1000;
  }

  hasText(text: string): boolean {
    return Array.from(text).every((character) => this.#getGlyph(character) !== undefined);
  }

  /** The width of a character in ems. */
  getAdvance(character: string): number {
    return (this.#getGlyph(character)?.advanceWidth ?? 0) / this.#unitsPerEm;
  }

  /** The outline in ems, relative to the start of the baseline, with `y` down. */
  getOutline(character: string): PathCommand[] {
    const commands = this.#getGlyph(character)?.path.commands ?? [];
    return commands.map(({ type, x1, y1, x2, y2, x, y }) => {
      const points = [
        [x1, y1],
        [x2, y2],
        [x, y],
      ].filter((point): point is Point => point[0] !== undefined);
      return { type, points: points.map(([right, up]) => [right / this.#unitsPerEm, -up / this.#unitsPerEm]) };
    });
  }

  /** Undefined when the font lacks the character. */
  #getGlyph(character: string): Glyph | undefined {
    if (!this.#glyphs.has(character)) {
      const font = this.#fonts.find((each) => each.hasChar(character));
      this.#glyphs.set(character, font?.charToGlyph(character));
    }
    return this.#glyphs.get(character);
  }
}

const typefaces = new Map<string, Typeface>();

/** Opens each font once, when it is first needed. @param name the first one of a layer's `text-font`, for instance `Figtree Medium Italic` */
export function openTypeface(name: string): Typeface {
  const typeface = typefaces.get(name) ?? new Typeface(name);
  typefaces.set(name, typeface);
  return typeface;
}

function readFont(file: string): Font {
  const { buffer, byteOffset, byteLength } = readFileSync(resolve(`@fontsource/figtree/files/${file}`));
  return opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
}
