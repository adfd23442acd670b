import { expect, test } from 'vitest';
import { mergeLines } from './geometry.ts';

const named = (name: string, ...line: [number, number][]) => ({ name, line, feature: name });

test('parts of a street that meet are one line, whatever their order', () => {
  const parts = [named('A', [0, 0], [1, 0]), named('A', [2, 0], [3, 0]), named('A', [1, 0], [2, 0])];

  for (const lines of [parts, parts.toReversed(), [...parts.slice(1), ...parts.slice(0, 1)]]) {
    expect(mergeLines(lines).map(({ line }) => line)).toEqual([
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [3, 0],
      ],
    ]);
  }
});

test('streets of other names and streets that do not meet stay apart', () => {
  const lines = [named('A', [0, 0], [1, 0]), named('B', [1, 0], [2, 0]), named('A', [5, 5], [6, 6])];

  expect(mergeLines(lines)).toEqual(lines);
});

test('a street around a block is one line', () => {
  const [merged, ...others] = mergeLines([
    named('A', [0, 0], [1, 0]),
    named('A', [1, 0], [0, 0]),
    named('A', [0, 0], [5, 5]),
  ]);

  expect(others.length).toBeLessThanOrEqual(1);
  expect(merged?.line.slice(0, 3)).toEqual([
    [0, 0],
    [1, 0],
    [0, 0],
  ]);
});
