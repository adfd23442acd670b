import type { Point } from './view.ts';

/** Path data of lines or rings with relative commands. */
export function toPathData(lines: readonly (readonly Point[])[], { decimals = 1, isClosed = false } = {}): string {
  return lines.map((line) => toSubpath(line, decimals) + (isClosed ? 'z' : '')).join('');
}

function toSubpath(line: readonly Point[], decimals: number): string {
  const factor = 10 ** decimals;
  let data = '';
  let x = 0;
  let y = 0;
  for (const [index, point] of line.entries()) {
    // Each vertex is rounded by itself, so that errors do not add up.
    const toX = Math.round(point[0] * factor);
    const toY = Math.round(point[1] * factor);
    if (index === 0 || toX !== x || toY !== y) {
      data += (index === 0 ? 'M' : 'l') + formatPair((toX - x) / factor, (toY - y) / factor, decimals);
    }
    x = toX;
    y = toY;
  }
  return data;
}

/** Two numbers in the shortest notation; a minus needs no space before it. */
export function formatPair(x: number, y: number, decimals = 1): string {
  const second = formatNumber(y, decimals);
  return formatNumber(x, decimals) + (second.startsWith('-') ? second : ` ${second}`);
}

/** The shortest notation: `.5` instead of `0.50`. */
export function formatNumber(value: number, decimals = 1): string {
  const factor = 10 ** decimals;
  const text = String(Math.round(value * factor) / factor);
  if (text.startsWith('0.')) return text.slice(1);
  return text.startsWith('-0.') ? `-${text.slice(2)}` : text;
}
