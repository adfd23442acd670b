import { expect, test } from 'vitest';
import { moveStart, toLeft } from './timeline-scale.ts';

const at = (hour: number, minute = 0, second = 0) => new Date(2026, 2, 10, hour, minute, second);
const DAY = { startsAt: at(0), endsAt: at(24) };

test('a moment is as far along as its hour', () => {
  expect(toLeft(at(9, 30), DAY)).toBe('calc(var(--name) + var(--hour) * 9.5)');
});

test.each([
  [15, at(10, 15)],
  [22, at(10, 15)],
  [23, at(10, 30)],
  [-60, at(9)],
])('a start of 10:00 that moves %d minutes is on a quarter of an hour', (minutes, start) => {
  expect(moveStart(at(10), minutes / 60)).toEqual(start);
});

test('a start that is on no quarter of an hour stays so until it moves', () => {
  expect(moveStart(at(10, 7, 30), 7 / 60)).toEqual(at(10, 7, 30));
  expect(moveStart(at(10, 7, 30), 15 / 60)).toEqual(at(10, 30));
});
