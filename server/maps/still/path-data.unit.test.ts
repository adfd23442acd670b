import { expect, test } from 'vitest';
import { formatNumber, toPathData } from './draw-shape.ts';

test('a line is written with relative commands in tenths of a pixel', () => {
  expect(
    toPathData([
      [
        [10.04, 20],
        [10.56, 19.5],
        [10.57, 19.52],
        [7, 20],
      ],
    ]),
  ).toBe('m10 20l.6-.5l-3.6 .5');
});

test('rounding errors of a long line do not add up', () => {
  const line = Array.from({ length: 1000 }, (_, i): [number, number] => [i * 1.04, 0]);
  const steps = toPathData([line]).match(/l[\d.]+/g) ?? [];
  const length = steps.reduce((sum, step) => sum + Number(step.slice(1)), 0);

  expect(length).toBeCloseTo(999 * 1.04, 1);
});

test('a ring after a closed one starts from where that started', () => {
  const ring = (x: number): [number, number][] => [
    [x, 0],
    [x + 1, 0],
    [x, 1],
  ];

  expect(toPathData([ring(5), ring(8)], true)).toBe('m5 0l1 0l-1 1zm3 0l1 0l-1 1z');
});

test.each([
  [0.04, '0'],
  [-0.04, '0'],
  [-0.5, '-.5'],
  [10, '10'],
  [-100.06, '-100.1'],
])('%d is written as %s', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});
