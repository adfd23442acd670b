import { expect, test } from 'vitest';
import { listSetFlags } from '../../../domain/zones/zone-columns.ts';
import {
  adminZoneSchema,
  createNewZone,
  parsePrice,
  toZoneRow,
  type ZoneValues,
  zoneValuesSchema,
} from './admin-zone.ts';

const zone = adminZoneSchema.parse({
  id: 'z',
  name: 'Naco',
  description: null,
  description_en: null,
  location: null,
  latitude: null,
  longitude: null,
  rating: 4.3,
  price_per_hour: 2.5,
  amenities: { roofed: true, car_wash: false },
  space_count: 3,
  lowest_rate: 2.5,
  highest_rate: 2.5,
  updated_at: '2026-01-01T00:00:00Z',
});

test('flags the product does not know stay with their zone', () => {
  const flags = Object.keys(zone.amenities);
  expect(flags.slice(0, 4)).toEqual(['video_surveillance', 'roofed', 'multiple_levels', 'active_security']);
  expect(listSetFlags(zone.amenities)).toEqual(['roofed']);
  expect(toZoneRow(zone)).toMatchObject({ amenities: { car_wash: false, roofed: true, valet_service: false } });
});

test('what is left empty is stored as nothing', () => {
  const values = zoneValuesSchema.parse({ ...createNewZone(), name: ' Naco ', description: ' ', location: ' Av. 27 ' });
  expect(toZoneRow(values)).toMatchObject({ name: 'Naco', description: null, location: 'Av. 27' });
});

test.each([
  ['7.25', 7.25],
  ['', 0],
  ['abc', 0],
  [Number.NaN, 0],
  [null, 0],
  ['-1', -1],
])('a typed price of %o is %d', (typed, price) => {
  expect(parsePrice(typed)).toBe(price);
});

const messages = (change: Partial<ZoneValues>) =>
  zoneValuesSchema.safeParse({ ...zone, ...change }).error?.issues.map(({ message }) => message) ?? [];

test('a name, a description and a location that are too long are refused with their limit', () => {
  expect(messages({ name: 'n'.repeat(121) })).toEqual(['Use 120 characters or fewer']);
  expect(messages({ description: 'n'.repeat(2001) })).toEqual(['Use 2000 characters or fewer']);
  expect(messages({ location: 'n'.repeat(301) })).toEqual(['Use 300 characters or fewer']);
});
