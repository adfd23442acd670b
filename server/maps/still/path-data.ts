import type { Point } from './view.ts';

/** Path data of lines or rings with relative commands, in tenths of a pixel. */
export function toPathData(lines: readonly (readonly Point[])[], isClosed = false): string {
  let data = '';
  let [x, y] = [0, 0];
  for (const line of lines) {
    for (const [index, point] of line.entries()) {
      // Each vertex is rounded by itself, so that errors do not add up.
      const [toX, toY] = [roundToTenth(point[0]), roundToTenth(point[1])];
      if (index === 0) data += `m${formatPair(toX - x, toY - y)}`;
      else if (toX !== x || toY !== y) data += `l${formatPair(toX - x, toY - y)}`;
      [x, y] = [toX, toY];
    }
    if (isClosed) {
      data += 'z';
      // The next ring starts from where this one did.
      [x = x, y = y] = (line[0] ?? []).map(roundToTenth);
    }
  }
  return data;
}

/** Two numbers in the shortest notation; a minus needs no space before it. */
function formatPair(x: number, y: number): string {
  const second = formatNumber(y);
  return formatNumber(x) + (second.startsWith('-') ? second : ` ${second}`);
}

/** The shortest notation: `.5` instead of `0.50`. */
export function formatNumber(value: number, decimals = 1): string {
  const factor = 10 ** decimals;
  const text = String(Math.round(value * factor) / factor);
  if (text.startsWith('0.')) return text.slice(1);
  return text.startsWith('-0.') ? `-${text.slice(2)}` : text;
}

export const roundToTenth = (value: number): number => Math.round(value * 10) / 10;
