import { expect, test } from 'vitest';
import { formatManeuver } from './maneuver-sentence.ts';

test.each([
  [{ type: 'turn', modifier: 'left', street: 'Av. Bolívar' }, 'Turn left onto Av. Bolívar'],
  [{ type: 'continue', modifier: 'slight right', street: 'Av. Duarte' }, 'Keep right to stay on Av. Duarte'],
  [{ type: 'depart', street: 'Calle El Conde' }, 'Start on Calle El Conde'],
  [{ type: 'turn', modifier: 'sharp right', street: '' }, 'Turn sharp right'],
  [{ type: 'arrive', modifier: 'right', street: '' }, 'Your destination is on the right'],
  [{ type: 'notification', modifier: 'left', street: 'Av. Mella' }, 'Continue onto Av. Mella'],
  [{ type: 'constructor', street: 'Av. Mella' }, 'Continue onto Av. Mella'],
])('a driver is told of %j: %s', (maneuver, sentence) => {
  expect(formatManeuver(maneuver)).toBe(sentence);
});
