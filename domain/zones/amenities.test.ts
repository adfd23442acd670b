import { expect, test } from 'vitest';
import { amenityLabel } from './amenities.ts';

test('a known flag has its label', () => {
  expect(amenityLabel('roofed')).toBe('Covered Parking');
  expect(amenityLabel('24_7_access')).toBe('24/7 Access');
});

test('an unknown flag is shown as its prettified key', () => {
  expect(amenityLabel('car_wash')).toBe('Car Wash');
});
