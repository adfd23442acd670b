import { expect, test } from 'vitest';
import { formatAmenity } from './amenities.ts';

test('a known flag has its label', () => {
  expect(formatAmenity('roofed')).toBe('Covered Parking');
  expect(formatAmenity('24_7_access')).toBe('24/7 Access');
});

test('an unknown flag is shown as its prettified key', () => {
  expect(formatAmenity('car_wash')).toBe('Car Wash');
});
