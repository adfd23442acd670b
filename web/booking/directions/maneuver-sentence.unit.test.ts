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

test('a modifier without words of its own falls back to the maneuver', () => {
  expect(formatManeuver({ type: 'new name', modifier: 'straight', street: 'Av. Mella' })).toBe(
    'Continue onto Av. Mella',
  );
  expect(formatManeuver({ type: 'arrive', modifier: 'straight', street: '' })).toBe('You arrive');
});

test('a maneuver that nobody knows yet goes on along the street', () => {
  expect(formatManeuver({ type: 'notification', modifier: 'left', street: 'Av. Mella' })).toBe(
    'Continue onto Av. Mella',
  );
});

test('a street name is taken as it is written', () => {
  expect(formatManeuver({ type: 'turn', modifier: 'left', street: "Calle $& $'" })).toBe("Turn left onto Calle $& $'");
});

test.each(['constructor', 'toString', '__proto__'])('a maneuver called %s is one without words', (type) => {
  expect(formatManeuver({ type, street: 'Av. Mella' })).toBe('Continue onto Av. Mella');
});
