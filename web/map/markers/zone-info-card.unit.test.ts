import { expect, test } from 'vitest';
import { formatZoneLabel } from './zone-info-card.tsx';

const ZONE = {
  id: '1',
  name: 'Malecón',
  position: { lat: 18.46, lng: -69.91 },
  lowestRate: 3,
  highestRate: 3,
  availableSpaces: 3,
};

test.each([
  [{}, 'Malecón, $3.00/hr, 3 spaces available'],
  [{ availableSpaces: 1 }, 'Malecón, $3.00/hr, 1 space available'],
  [{ lowestRate: 2.5 }, 'Malecón, from $2.50/hr, 3 spaces available'],
  [{ availableSpaces: -1 }, 'Malecón, $3.00/hr, 0 spaces available'],
])('a marker with %j says "%s"', (fields, label) => {
  expect(formatZoneLabel({ ...ZONE, ...fields })).toBe(label);
});
