import { expect, test } from 'vitest';
import { formatSpotLabel } from './spot-card.tsx';

const SPOT = {
  id: '1',
  name: 'Malecón',
  lat: 18.46,
  lng: -69.91,
  pricePerHour: 3,
  highestPrice: 3,
  availableSpaces: 3,
};

test('a marker says the name, the price and how many spaces are free', () => {
  expect(formatSpotLabel(SPOT)).toBe('Malecón, $3.00/hr, 3 spaces available');
});

test('a marker with one free space says so in the singular', () => {
  expect(formatSpotLabel({ ...SPOT, availableSpaces: 1 })).toBe('Malecón, $3.00/hr, 1 space available');
});

test('a marker says from which price on when spaces cost more', () => {
  expect(formatSpotLabel({ ...SPOT, pricePerHour: 2.5 })).toBe('Malecón, from $2.50/hr, 3 spaces available');
});

test('a marker never says a negative number of spaces', () => {
  expect(formatSpotLabel({ ...SPOT, availableSpaces: -1 })).toBe('Malecón, $3.00/hr, 0 spaces available');
});
