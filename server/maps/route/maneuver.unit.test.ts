import { expect, test } from 'vitest';
import { calculateTurnAngle, getManeuverType, getModifier } from './build-steps.ts';

test.each([
  [350, 10, 20],
  [10, 350, -20],
  [0, 180, 180],
  [90, 270, 180],
  [45, 45, 0],
])('from bearing %i to %i the change is %i degrees', (before, after, angle) => {
  expect(calculateTurnAngle(before, after)).toBe(angle);
});

test.each([
  [0, 'straight'],
  [20, 'straight'],
  [-30, 'slight left'],
  [30, 'slight right'],
  [90, 'right'],
  [-90, 'left'],
  [150, 'sharp right'],
  [-150, 'sharp left'],
  [178, 'uturn'],
] as const)('a change of %i degrees is called %s', (angle, word) => {
  expect(getModifier(angle)).toBe(word);
});

test('a driver who stays on a street hears nothing until it turns off among several ways', () => {
  expect(getManeuverType({ angle: 5, sameName: true, hasChoice: true })).toBeUndefined();
  expect(getManeuverType({ angle: 80, sameName: true, hasChoice: false })).toBeUndefined();
  expect(getManeuverType({ angle: 80, sameName: true, hasChoice: true })).toBe('continue');
});

test('a new street is a turn when the driver must choose it and a new name when it lies ahead', () => {
  expect(getManeuverType({ angle: 90, sameName: false, hasChoice: true })).toBe('turn');
  expect(getManeuverType({ angle: 10, sameName: false, hasChoice: true })).toBe('new name');
  expect(getManeuverType({ angle: 90, sameName: false, hasChoice: false })).toBe('new name');
});
