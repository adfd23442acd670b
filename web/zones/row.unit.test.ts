import { expect, test } from 'vitest';
import { zoneOf, zoneRowSchema } from './row.ts';

const BARE_ROW = {
  id: 'zone-1',
  name: 'Malecón',
  description: null,
  location: null,
  latitude: null,
  longitude: null,
  rating: 0,
  price_per_hour: null,
  amenities: {},
  parking_spaces: [],
};

test('a zone of which the operator said nothing gets the defaults', () => {
  expect(zoneOf(zoneRowSchema.parse(BARE_ROW))).toMatchObject({
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

test('a driver sees only spaces that are available counted as free', () => {
  const parking_spaces = ['available', 'occupied', 'reserved', 'maintenance', 'available'].map((status, index) => ({
    id: String(index),
    status,
  }));
  const zone = zoneOf(zoneRowSchema.parse({ ...BARE_ROW, parking_spaces }));
  expect(zone).toMatchObject({
    availableSpaces: 2,
    totalSpaces: 5,
    description: 'Parking zone with 5 spaces',
  });
});

test('a zone on the equator and the prime meridian is on the map', () => {
  const zone = zoneOf(zoneRowSchema.parse({ ...BARE_ROW, latitude: 0, longitude: 0 }));
  expect(zone.position).toEqual({ lat: 0, lng: 0 });
});

test('a free zone stays free', () => {
  expect(zoneOf(zoneRowSchema.parse({ ...BARE_ROW, price_per_hour: 0 })).pricePerHour).toBe(0);
});

test('an amenity that is switched off is not shown', () => {
  const zone = zoneOf(zoneRowSchema.parse({ ...BARE_ROW, amenities: { roofed: true, valet_service: false } }));
  expect(zone.amenities).toEqual(['roofed']);
});

test('a row with a status nobody knows is refused', () => {
  const row = { ...BARE_ROW, parking_spaces: [{ id: '1', status: 'flooded' }] };
  expect(zoneRowSchema.safeParse(row).success).toBe(false);
});
