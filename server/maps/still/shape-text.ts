import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype, { type Command, type Font, type Glyph } from 'opentype.js';

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
const BREAKS_AFTER = new Set(' \n&)+-/\u00ad\u00b7\u200b\u2010\u2013\u2027');

type Break = { index: number; x: number; previous: Break | undefined; badness: number };

/** Breaks a text into lines of about the same width. */
function breakLines(text: string, measure: (character: string) => number, maxWidth: number): string[] {
  const characters = Array.from(text);
  const total = sum(characters.map(measure));
  if (total <= maxWidth) return [text.trim()];
  const target = total / Math.ceil(total / maxWidth);
  const breaks: Break[] = [];
  let x = 0;
  for (const [index, character] of characters.entries()) {
    const isAllowed = BREAKS_AFTER.has(characters[index - 1] ?? '') || character === '(';
    if (index > 0 && isAllowed) breaks.push(chooseBreak(index, x, target, breaks, false));
    if (character.trim() !== '') x += measure(character);
  }
  const indexes: number[] = [];
  for (
    let last: Break | undefined = chooseBreak(characters.length, x, target, breaks, true);
    last !== undefined;
    last = last.previous
  ) {
    indexes.unshift(last.index);
  }
  return indexes.map((end, row) =>
    characters
      .slice(indexes[row - 1] ?? 0, end)
      .join('')
      .trim(),
  );
}

/** Finds the previous break with which the lines up to this one are the least ragged. */
function chooseBreak(index: number, x: number, target: number, breaks: readonly Break[], isLast: boolean): Break {
  const rate = (width: number) => (width - target) ** 2 * (isLast ? (width < target ? 0.5 : 2) : 1);
  let best: Break = { index, x, previous: undefined, badness: rate(x) };
  for (const previous of breaks) {
    const badness = rate(x - previous.x) + previous.badness;
    if (badness <= best.badness) best = { index, x, previous, badness };
  }
  return best;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const { resolve } = createRequire(import.meta.url);

const WEIGHTS = { Medium: 500, Semibold: 600 };
const SUBSETS = ['latin', 'latin-ext'];
/** The grid of outlines. With this one a letter has half the bytes, and no point is farther than a fifth of a pixel off. */
export const OUTLINE_UNITS_PER_EM = 100;

export type { Typeface };

/** A font of the style as outlines, because an SVG in an `<img>` cannot use the fonts of the page. */
class Typeface {
  readonly #unitsPerEm: number;
  readonly #fonts: Font[];
  /** Looked up once, because the library searches the font's table each time. */
  readonly #glyphs = new Map<string, Glyph | undefined>();
  readonly #outlines = new Map<string, string>();

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

  /** Path data in `OUTLINE_UNITS_PER_EM`, relative to the start of the baseline, with `y` down. */
  getOutline(character: string): string {
    const outline =
      this.#outlines.get(character) ??
      toPathData(this.#getGlyph(character)?.path.commands ?? [], OUTLINE_UNITS_PER_EM / this.#unitsPerEm);
    this.#outlines.set(character, outline);
    return outline;
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

type Step = readonly [number, number];

/** Relative commands, which are shorter. Each point is rounded by itself, so that errors do not add up. */
function toPathData(commands: readonly Command[], scale: number): string {
  let data = '';
  let [x, y] = [0, 0];
  let start: [number, number] = [0, 0];
  for (const command of commands) {
    if (command.type === 'Z') {
      data += 'z';
      [x, y] = start;
      continue;
    }
    const points = toPoints(command, scale);
    const steps = points.map(([toX, toY]) => [toX - x, toY - y] as const);
    const isStill = steps.every(([dx, dy]) => dx === 0 && dy === 0);
    if (command.type !== 'L' || !isStill)
      data += command.type.toLowerCase() + steps.flat().join(' ').replaceAll(' -', '-');
    [x = x, y = y] = points.at(-1) ?? [];
    if (command.type === 'M') start = [x, y];
  }
  return data;
}

/** The points of a command; fonts have `y` up. */
function toPoints(command: Exclude<Command, { type: 'Z' }>, scale: number): Step[] {
  const round = (x: number, y: number) => [Math.round(x * scale), Math.round(-y * scale)] as const;
  const end = round(command.x, command.y);
  switch (command.type) {
    case 'M':
    case 'L':
      return [end];
    case 'Q':
      return [round(command.x1, command.y1), end];
    case 'C':
      return [round(command.x1, command.y1), round(command.x2, command.y2), end];
  }
}
