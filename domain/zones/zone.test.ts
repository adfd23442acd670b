import { expect, test } from 'vitest';
import { deriveRatingCount, selectSheetZones, type Zone } from './zone.ts';

const zone = (name: string, availableSpaces: number, lowestRate: number): Zone => ({
  id: name,
  name,
  description: '',
  address: '',
  position: null,
  rating: 0,
  numberOfRatings: 50,
  availableSpaces,
  totalSpaces: 10,
  pricePerHour: 4,
  lowestRate,
  highestRate: 9,
  amenities: [],
  images: [],
  ownerId: 'system',
  ownerName: 'System',
});

test('zones with free spaces come first, then the cheapest', () => {
  const zones = [zone('full and cheap', 0, 1), zone('dear', 2, 8), zone('cheap', 1, 3)];
  expect(selectSheetZones(zones).map(({ name }) => name)).toEqual(['cheap', 'dear', 'full and cheap']);
});

test('the sheet holds five zones at most', () => {
  expect(selectSheetZones(Array.from({ length: 9 }, (_, index) => zone(`zone ${index}`, 1, index)))).toHaveLength(5);
});

test('the number of ratings stays from 50 to 149 and does not change between looks', () => {
  for (const id of ['a', '5a0e0000-0000-4000-8000-000000000001', '']) {
    expect(deriveRatingCount(id)).toBeGreaterThanOrEqual(50);
    expect(deriveRatingCount(id)).toBeLessThanOrEqual(149);
    expect(deriveRatingCount(id)).toBe(deriveRatingCount(id));
  }
});
