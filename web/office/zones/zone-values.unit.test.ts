import { expect, test } from 'vitest';
import type { AdminZone } from './admin-zone.ts';
import { listAmenityFlags, parseNumberOrZero, toZoneChanges, toZoneValues, zoneValuesSchema } from './zone-values.ts';

const zone: AdminZone = {
  id: 'z',
  name: 'Naco',
  description: null,
  descriptionEn: null,
  location: null,
  position: null,
  rating: 4.3,
  numberOfRatings: 0,
  pricePerHour: 2.5,
  amenities: { roofed: true, car_wash: false },
  spaceCount: 3,
  version: '2026-01-01T00:00:00Z',
};

test('flags the product does not know stay with their zone', () => {
  const flags = listAmenityFlags(zone);
  expect(flags.slice(0, 4)).toEqual(['video_surveillance', 'roofed', 'multiple_levels', 'active_security']);
  expect(flags).toContain('car_wash');
  const { amenities } = toZoneChanges({ ...toZoneValues(zone), amenities: ['car_wash'] }, flags);
  expect(amenities).toMatchObject({ car_wash: true, roofed: false, valet_service: false });
});

test.each([
  ['7.25', 7.25],
  ['', 0],
  ['abc', 0],
  [Number.NaN, 0],
  [null, 0],
  ['-1', -1],
])('a typed price of %o is %d', (typed, price) => {
  expect(parseNumberOrZero(typed)).toBe(price);
});

test('a name, a description and a location that are too long are refused with their limit', () => {
  const messages = (change: object) =>
    zoneValuesSchema.safeParse({ ...toZoneValues(null), ...change }).error?.issues.map(({ message }) => message);
  expect(messages({ name: 'n'.repeat(121) })).toEqual(['Use 120 characters or fewer']);
  expect(messages({ description: 'n'.repeat(2001) })).toEqual(['Use 2000 characters or fewer']);
  expect(messages({ location: 'n'.repeat(301) })).toEqual(['Use 300 characters or fewer']);
});

test('prices and ratings out of bounds are refused', () => {
  const messages = (change: Partial<ReturnType<typeof toZoneValues>>) =>
    zoneValuesSchema.safeParse({ ...toZoneValues(zone), ...change }).error?.issues.map(({ message }) => message) ?? [];
  expect(messages({ pricePerHour: 0, rating: 0 })).toEqual([]);
  for (const pricePerHour of [-0.01, 1.005, 10_000.01]) {
    expect(messages({ pricePerHour })).toEqual(['Enter a price of 0 or more, with at most two decimals, up to 10,000']);
  }
  for (const rating of [-0.1, 5.1, 4.25, Number.NaN]) {
    expect(messages({ rating })).toEqual(['Enter a rating from 0 to 5, with at most one decimal']);
  }
});
