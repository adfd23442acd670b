import { expect, test } from 'vitest';
import { NodeIds, NodePositions } from './node-positions.ts';

test('ids are kept once and in order, however many there are and however often they are added', () => {
  const ids = new NodeIds();
  const count = 200_000;
  for (let i = 0; i < count; i++) for (const id of [12e9 - i, 12e9 - i]) ids.add(id);
  const sorted = ids.toSorted();

  expect(sorted).toHaveLength(count);
  expect([sorted[0], sorted.at(-1)]).toEqual([12e9 - count + 1, 12e9]);
  expect(sorted.every((id, i) => i === 0 || id > (sorted[i - 1] ?? id))).toBe(true);
});

test('a position is given back as exact as OpenStreetMap keeps it', () => {
  const positions = new NodePositions(Float64Array.of(7, 9, 12e9));
  positions.set(12e9, -69.9312345, 18.4861234);
  positions.set(7, 0, 0);
  positions.set(8, 1, 1);

  expect(positions.get(12e9)).toEqual([-69.9312345, 18.4861234]);
  expect(positions.get(7)).toEqual([0, 0]);
  expect(positions.get(8)).toBeUndefined();
  expect(positions.get(9)).toBeUndefined();
});
