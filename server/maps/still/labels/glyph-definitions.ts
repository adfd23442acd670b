import type { PlacedGlyph, PlacedLabel } from './place-labels.ts';
import type { Typeface } from './typeface.ts';

/** The outlines of all used glyphs, each once, in units of the font. */
export class GlyphDefinitions {
  readonly #ids = new Map<string, string>();
  #text = '';

  /** Draws a label as references to outlines, in units of the font. */
  draw({ size, glyphs }: PlacedLabel, typeface: Typeface): string {
    const scale = size / typeface.unitsPerEm;
    const visible = glyphs.filter(({ character }) => character.trim() !== '');
    return splitByAngle(visible)
      .map((run) => this.#drawRun(run, scale, typeface))
      .join('');
  }

  toString(): string {
    return this.#text;
  }

  get bytes(): number {
    return this.#text.length;
  }

  /** Moves and turns glyphs of the same angle together. */
  #drawRun([first, ...rest]: [PlacedGlyph, ...PlacedGlyph[]], scale: number, typeface: Typeface): string {
    const [cos, sin] = [Math.cos(first.angle), Math.sin(first.angle)];
    const uses = [first, ...rest].map(({ character, x, y }) => {
      const [dx, dy] = [x - first.x, y - first.y];
      const along = toAttribute('x', (dx * cos + dy * sin) / scale);
      const across = toAttribute('y', (dy * cos - dx * sin) / scale);
      return `<use href="#${this.#define(character, typeface)}"${along}${across}/>`;
    });
    const rotation = first.angle === 0 ? '' : `rotate(${((first.angle * 180) / Math.PI).toFixed(1)})`;
    const [left, top] = [Math.round(first.x / scale), Math.round(first.y / scale)];
    return `<g transform="translate(${left} ${top})${rotation}">${uses.join('')}</g>`;
  }

  #define(character: string, typeface: Typeface): string {
    const key = `${typeface.name}/${character}`;
    const id = this.#ids.get(key) ?? `g${this.#ids.size.toString(36)}`;
    if (!this.#ids.has(key)) this.#text += `<path id="${id}" d="${typeface.getOutline(character)}"/>`;
    this.#ids.set(key, id);
    return id;
  }
}

function toAttribute(name: string, value: number): string {
  const rounded = Math.round(value);
  return rounded === 0 ? '' : ` ${name}="${rounded}"`;
}

function splitByAngle(glyphs: readonly PlacedGlyph[]): [PlacedGlyph, ...PlacedGlyph[]][] {
  const runs: [PlacedGlyph, ...PlacedGlyph[]][] = [];
  for (const glyph of glyphs) {
    const run = runs.at(-1);
    if (run?.[0].angle === glyph.angle) run.push(glyph);
    else runs.push([glyph]);
  }
  return runs;
}
