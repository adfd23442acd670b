import { beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../data/connection.ts';
import { isFreeForNextHour } from '../../data/occupancy.ts';
import { server } from '../../testing/fake-server.ts';
import { createSpace } from '../../testing/rows.ts';
import {
  countedZoneRowSchema,
  findFreeSpace,
  findZone,
  listMapZones,
  listZonePage,
  toZone,
  type ZoneFilter,
} from './zones.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const ANYWHERE = { amenities: [], period: null };
const BOUNDS = { west: 0, south: 0, east: 1, north: 1 };
const listOnMap = (filter: ZoneFilter) => listMapZones(BOUNDS, filter, new AbortController().signal);
const PERIOD = { startsAt: new Date('2026-11-22T13:00:00Z'), endsAt: new Date('2026-11-22T18:00:00Z') };

const answer = (table: string, body: unknown) => server.handle(`GET /rest/v1/${table}`, () => Response.json(body));
const listAsked = () => server.requests.map(({ url }) => url);
const space = (id: string, status: string) => ({ ...createSpace(), id, status });

beforeEach(() => void connect(server.config));

test('a driver asks for the hour from now on, among everybody’s reservations', async () => {
  expect(await isFreeForNextHour('a', NOW)).toBe(true);
  expect(Object.fromEntries(listAsked()[0]?.searchParams ?? [])).toMatchObject({
    parking_space_id: 'eq.a',
    start_time: 'lt.2026-11-21T11:00:00.000Z',
    end_time: 'gt.2026-11-21T10:00:00.000Z',
  });
});

test('a driver in a hurry gets the first available space that nobody holds', async () => {
  answer('parking_spaces', [space('broken', 'maintenance'), space('taken', 'available'), space('b', 'available')]);
  server.rows('space_occupancy').push({
    parking_space_id: 'taken',
    start_time: NOW.toISOString(),
    end_time: '2026-11-21T12:00:00Z',
  });
  expect(await findFreeSpace('zone', null, NOW)).toMatchObject({ id: 'b' });
});

test('for a chosen time, zones and spaces are asked for with it, and no hour is checked', async () => {
  answer('rpc/find_zones', []);
  answer('rpc/find_map_zones', []);
  answer('parking_zones', []);
  answer('rpc/find_spaces', [space('reserved', 'reserved'), space('b', 'available')]);
  const near = { lat: 18.5, lng: -69.9 };
  await Promise.all([
    listOnMap({ ...ANYWHERE, period: PERIOD, near }),
    listZonePage({ ...ANYWHERE, period: PERIOD, near }, 0),
    findZone('b0000000-0000-4000-8000-000000000001', PERIOD),
  ]);
  expect(await findFreeSpace('zone', PERIOD, NOW)).toMatchObject({ id: 'b' });
  expect(
    listAsked()
      .find(({ pathname }) => pathname.endsWith('/find_spaces'))
      ?.searchParams.get('order'),
  ).toBe('sort_name.asc');
  const [count, ...others] = listAsked().filter(({ pathname }) => pathname.endsWith('/parking_zones'));
  expect(others).toEqual([]);
  for (const { pathname, searchParams } of listAsked().filter((url) => url !== count)) {
    expect(pathname).toMatch(/rpc\/find_(zones|map_zones|spaces)$/);
    expect(searchParams.get('starts')).toBe('2026-11-22T13:00:00.000Z');
    expect(searchParams.get('ends')).toBe('2026-11-22T18:00:00.000Z');
  }
});

test('an address with something else than a zone’s id asks for nothing', async () => {
  expect(await findZone('../../etc', null)).toBeNull();
  expect(listAsked()).toEqual([]);
});

test('signs that mean something in a pattern are looked for as they are', async () => {
  answer('parking_zones', []);
  answer('rpc/find_zones', []);
  await listZonePage({ ...ANYWHERE, words: ' 50%_a"b\\, Gómez ' }, 0);
  expect(listAsked()).toHaveLength(2);
  for (const { searchParams } of listAsked()) {
    expect(searchParams.getAll('search_text')).toEqual([String.raw`like.*50\%\_ab\\,*`, 'like.*gomez*']);
  }
});

describe('the zones of the map', () => {
  const createRow = (number: number, sheet_place: number | null = null) => ({
    id: `b0000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    name: `Zone ${number}`,
    description: null,
    location: null,
    latitude: 18.5,
    longitude: -69.9,
    rating: 0,
    price_per_hour: 5,
    lowest_rate: 5,
    highest_rate: 5,
    amenities: {},
    rating_count: 0,
    spaces: 3,
    available: 2,
    sheet_place,
  });
  const readArguments = () => listAsked().map(({ searchParams }) => Object.fromEntries(searchParams));

  test('one request brings the pins by id, and the sheet in its own order', async () => {
    answer('rpc/find_map_zones', [createRow(7, 1), createRow(2, 2), createRow(1), createRow(3)]);
    const { zones, sheet } = await listOnMap(ANYWHERE);
    expect(zones.map(({ name }) => name)).toEqual(['Zone 1', 'Zone 2', 'Zone 3', 'Zone 7']);
    expect(sheet.map(({ name }) => name)).toEqual(['Zone 7', 'Zone 2']);
    expect(readArguments()).toEqual([
      { ...toTexts(BOUNDS), select: expect.any(String), order: 'sheet_place.asc,id.asc', limit: '1000' },
    ]);
  });

  test('the amenities and the place narrow the sheet', async () => {
    answer('rpc/find_map_zones', [createRow(7, 1)]);
    await listOnMap({ amenities: ['security', 'roofed'], period: null, near: { lat: 18.5, lng: -69.9 } });
    const [{ wanted_amenities = '', ...others } = {}] = readArguments();
    expect(JSON.parse(wanted_amenities)).toEqual({ security: true, roofed: true });
    expect(others).toMatchObject({ near_latitude: '18.5', near_longitude: '-69.9', near_km: '2' });
  });
});

const toTexts = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

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
