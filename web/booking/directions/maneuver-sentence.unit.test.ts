import { expect, test } from 'vitest';
import { formatManeuver } from './maneuver-sentence.ts';

test('a driver is told where to turn and onto which street', () => {
  expect(formatManeuver({ type: 'turn', modifier: 'left', street: 'Av. Bolívar' })).toBe('Turn left onto Av. Bolívar');
  expect(formatManeuver({ type: 'continue', modifier: 'slight right', street: 'Av. Duarte' })).toBe(
    'Keep right to stay on Av. Duarte',
  );
  expect(formatManeuver({ type: 'depart', street: 'Calle El Conde' })).toBe('Start on Calle El Conde');
});

test('a street without a name leaves no hole in the sentence', () => {
  expect(formatManeuver({ type: 'turn', modifier: 'sharp right', street: '' })).toBe('Turn sharp right');
  expect(formatManeuver({ type: 'arrive', modifier: 'right', street: '' })).toBe('Your destination is on the right');
});

test('a maneuver that nobody knows yet goes on along the street', () => {
  expect(formatManeuver({ type: 'notification', modifier: 'left', street: 'Av. Mella' })).toBe(
    'Continue onto Av. Mella',
  );
});

test.each(['constructor', 'toString', '__proto__'])('a maneuver called %s is one without words', (type) => {
  expect(formatManeuver({ type, street: 'Av. Mella' })).toBe('Continue onto Av. Mella');
});
