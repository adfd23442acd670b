import { expect, test } from 'vitest';
import { toRouteStep } from './route-step.ts';

test("a turn keeps Google's sentence and gets the arrow of its maneuver", () => {
  const step = { maneuver: 'TURN_SLIGHT_LEFT', instructions: 'Turn slightly left', distanceMeters: 1500 };
  expect(toRouteStep(step)).toEqual({
    type: 'turn',
    modifier: 'slight left',
    street: '',
    distanceKm: 1.5,
    instruction: 'Turn slightly left',
  });
});

test('notes on the way follow the sentence', () => {
  const step = { maneuver: 'MERGE', instructions: 'Merge onto Autopista Duarte\n Toll road', distanceMeters: 10 };
  expect(toRouteStep(step).instruction).toBe('Merge onto Autopista Duarte. Toll road');
});

test('a maneuver nobody knows yet, or none, goes on', () => {
  expect(toRouteStep({ maneuver: 'TELEPORT', instructions: null, distanceMeters: 10 })).toEqual({
    type: 'continue',
    street: '',
    distanceKm: 0.01,
  });
  expect(toRouteStep({ maneuver: null, instructions: '', distanceMeters: 0 }).type).toBe('continue');
});
