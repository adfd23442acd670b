import { expect, test } from 'vitest';
import { getDayWidth, moveStart, toX } from './timeline-scale.ts';

const SCALE = { rowHeight: 56, hourWidth: 60 };
const at = (hour: number, minute = 0, second = 0) => new Date(2026, 2, 10, hour, minute, second);
const DAY = { from: at(0), to: at(24) };

test('a moment is as far along as its hour', () => {
  expect(toX(at(9, 30), DAY, SCALE)).toBe(570);
  expect(getDayWidth(DAY, SCALE)).toBe(1440);
});

test.each([
  [15, at(10, 15)],
  [22, at(10, 15)],
  [23, at(10, 30)],
  [-60, at(9)],
])('a start of 10:00 that moves %d px is on a quarter of an hour', (px, start) => {
  expect(moveStart(at(10), px, SCALE)).toEqual(start);
});

test('a start that is on no quarter of an hour stays so until it moves', () => {
  expect(moveStart(at(10, 7, 30), 7, SCALE)).toEqual(at(10, 7, 30));
  expect(moveStart(at(10, 7, 30), 15, SCALE)).toEqual(at(10, 30));
});
