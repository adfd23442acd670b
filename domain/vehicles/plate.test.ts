import { expect, test } from 'vitest';
import { parsePlate } from './vehicle-type.ts';

test.each([
  ['A123456', 'A123456'],
  [' a 123-456 ', 'A123456'],
  ['k0123456', 'K0123456'],
  ['WOB-ZK 295', 'WOBZK295'],
  ['1A', '1A'],
])('%j is the plate %s', (typed, plate) => {
  expect(parsePlate(typed)).toBe(plate);
});

test.each(['', 'A', '- -', 'A1234567890', 'A_123', 'Ñ1234', 'A.123'])('%j is no plate', (typed) => {
  expect(parsePlate(typed)).toBeNull();
});
