import { expect, test } from 'vitest';
import { selectSheetZones, type Zone } from './zone.ts';

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
