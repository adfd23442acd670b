import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype, { type Command, type Font, type Glyph } from 'opentype.js';

const { resolve } = createRequire(import.meta.url);

const WEIGHTS = { Medium: 500, Semibold: 600 };
const SUBSETS = ['latin', 'latin-ext'];
/** The grid of outlines. With this one a letter has half the bytes, and no point is farther than a fifth of a pixel off. */
export const OUTLINE_UNITS_PER_EM = 100;

/** A font of the style as outlines, because an SVG in an `<img>` cannot use the fonts of the page. */
export class Typeface {
  readonly name: string;
  readonly #unitsPerEm: number;
  readonly #fonts: Font[];
  /** Looked up once, because the library searches the font's table each time. */
  readonly #glyphs = new Map<string, Glyph | undefined>();
  readonly #outlines = new Map<string, string>();

  /** @param name the first one of a layer's `text-font`, for instance `Figtree Medium Italic` */
  constructor(name: string) {
    const [family = '', weightName = '', slant = 'Normal'] = name.split(' ');
    const weight = Object.entries(WEIGHTS).find(([each]) => each === weightName)?.[1];
    if (family !== 'Figtree' || weight === undefined) throw new Error(`a picture has no font ${name}`);
    this.name = name;
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
