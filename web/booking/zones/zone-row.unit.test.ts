import { expect, test } from 'vitest';
import { countedZoneRowSchema, toZone } from './zones.ts';

const BARE_ROW = {
  id: 'zone-1',
  name: 'Malecón',
  description: null,
  description_en: null,
  location: null,
  latitude: null,
  longitude: null,
  rating: 0,
  price_per_hour: null,
  lowest_rate: 5,
  highest_rate: 5,
  amenities: {},
  spaces: 0,
  available: 0,
};

test('a zone of which the operator said nothing gets the defaults', () => {
  expect(toZone(countedZoneRowSchema.parse(BARE_ROW))).toMatchObject({
    description: 'Parking zone with 0 spaces',
    address: 'Dominican Republic',
    position: null,
    rating: 0,
    availableSpaces: 0,
    totalSpaces: 1,
    pricePerHour: 5,
    amenities: [],
    images: ['/zone.svg'],
  });
});

test.each([
  [{ description: 'Techado', description_en: 'Roofed' }, 'Roofed'],
  [{ description: 'Techado' }, 'Techado'],
])('a description is in the language of the driver, or else in the other one', (texts, description) => {
  expect(toZone(countedZoneRowSchema.parse({ ...BARE_ROW, ...texts })).description).toBe(description);
});
