import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculateDistanceKm } from '../../domain/zones/distance.ts';
import { type LngLat, mergeLines, toPosition } from './geometry.ts';
import { SegmentIndex } from './spatial-index.ts';

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

const EAST_WEST: LngLat[] = [
  [-70, 18],
  [-69.99, 18],
  [-69.98, 18],
];

test('a point beside a line is moved onto it at a right angle, between its vertices', () => {
  const found = new SegmentIndex([EAST_WEST]).findNearest([-69.993, 18.001], 5000);
  expect(found).toMatchObject({ line: 0, vertex: 0 });
  expect(found?.point[0]).toBeCloseTo(-69.993, 6);
  expect(found?.point[1]).toBeCloseTo(18, 6);
  expect(found?.distanceM).toBeCloseTo(111.19, 0);
});

test('nothing is found beyond the limit, nor among no lines', () => {
  expect(new SegmentIndex([EAST_WEST]).findNearest([-69.99, 18.1], 5000)).toBeUndefined();
  expect(new SegmentIndex([]).findNearest([-69.99, 18.1], 5000)).toBeUndefined();
});

test('no vertex is ever nearer than the point that was found', () => {
  const coordinate = fc.tuple(
    fc.double({ min: -70, max: -69.8, noNaN: true }),
    fc.double({ min: 18.4, max: 18.6, noNaN: true }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.array(coordinate, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
      coordinate,
      (lines, at) => {
        const found = new SegmentIndex(lines).findNearest(at, 100_000);
        const vertices = lines.flat().map((vertex) => calculateDistanceKm(toPosition(at), toPosition(vertex)) * 1000);
        expect(found?.distanceM).toBeLessThanOrEqual(Math.min(...vertices) + 0.5);
      },
    ),
  );
});
