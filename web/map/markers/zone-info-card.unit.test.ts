import { expect, test } from 'vitest';
import { formatSpotLabel } from './zone-info-card.tsx';

const SPOT = {
  id: '1',
  name: 'Malecón',
  lat: 18.46,
  lng: -69.91,
  pricePerHour: 3,
  highestPrice: 3,
  availableSpaces: 3,
};

test.each([
  [{}, 'Malecón, $3.00/hr, 3 spaces available'],
  [{ availableSpaces: 1 }, 'Malecón, $3.00/hr, 1 space available'],
  [{ pricePerHour: 2.5 }, 'Malecón, from $2.50/hr, 3 spaces available'],
  [{ availableSpaces: -1 }, 'Malecón, $3.00/hr, 0 spaces available'],
])('a marker with %j says "%s"', (fields, label) => {
  expect(formatSpotLabel({ ...SPOT, ...fields })).toBe(label);
});
