import { formatNumber } from '../path-data.ts';
import type { PlacedGlyph, PlacedLabel } from './place-labels.ts';
import { OUTLINE_UNITS_PER_EM, type Typeface } from './typeface.ts';

/**
 * Draws a label in `OUTLINE_UNITS_PER_EM`, glyphs of the same angle as one path. References to outlines that are defined once
 * would be shorter, but a browser takes ten times as long to show them.
 */
export function drawGlyphs({ size, glyphs }: PlacedLabel, typeface: Typeface): string {
  const scale = size / OUTLINE_UNITS_PER_EM;
  const visible = glyphs.filter(({ character }) => character.trim() !== '');
  return splitByAngle(visible)
    .map((run) => drawRun(run, scale, typeface))
    .join('');
}

/** Moves and turns glyphs of the same angle together. */
function drawRun([first, ...rest]: [PlacedGlyph, ...PlacedGlyph[]], scale: number, typeface: Typeface): string {
  const [cos, sin] = [Math.cos(first.angle), Math.sin(first.angle)];
  const outlines = [first, ...rest].map(({ character, x, y }) => {
    const [dx, dy] = [x - first.x, y - first.y];
    const along = Math.round((dx * cos + dy * sin) / scale);
    const across = Math.round((dy * cos - dx * sin) / scale);
    return `M${along} ${across}${typeface.getOutline(character)}`;
  });
  const rotation = first.angle === 0 ? '' : `rotate(${((first.angle * 180) / Math.PI).toFixed(1)})`;
  const [left, top] = [formatNumber(first.x / scale), formatNumber(first.y / scale)];
  return `<path transform="translate(${left} ${top})${rotation}" d="${outlines.join('')}"/>`;
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
