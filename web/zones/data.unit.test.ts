import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../data/connection.ts';
import { isFreeForNextHour } from '../data/occupancy.ts';
import { findFreeSpace, findZone, listSheetZones, listZonePage, listZonesIn } from './data.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const ANSWERS = new Map<string, { status: number; body: unknown }>();
const asked: URL[] = [];
const ANYWHERE = { amenities: [], period: null };
const PERIOD = { from: new Date('2026-11-22T13:00:00Z'), to: new Date('2026-11-22T18:00:00Z') };

const answer = (table: string, body: unknown, status = 200) => ANSWERS.set(table, { status, body });
const space = (id: string, status: string) => ({
  id,
  name: id,
  zone_id: 'zone',
  zone_name: 'Zone',
  location: null,
  hourly_rate: 5,
  status,
});

beforeAll(() => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const url = new URL(input instanceof Request ? input.url : input);
    asked.push(url);
    const { status, body } = ANSWERS.get(url.pathname.replace('/rest/v1/', '')) ?? { status: 404, body: {} };
    const isTaken = url.searchParams.get('parking_space_id') === 'eq.taken';
    return Response.json(isTaken ? [{ start_time: NOW.toISOString() }] : body, { status });
  });
  const origin = 'http://127.0.0.1';
  const maps = { provider: 'open' as const, styleUrl: origin, routerUrl: origin, geocoderUrl: origin };
  connect({ supabaseUrl: origin, supabaseKey: 'key', lockVendorName: 'vendor', samples: true, maps });
});
afterAll(() => {
  vi.unstubAllGlobals();
});
beforeEach(() => {
  ANSWERS.clear();
  asked.length = 0;
});

test('a driver asks for the hour from now on, among everybody’s reservations', async () => {
  answer('space_occupancy', []);
  expect(await isFreeForNextHour('a', NOW)).toBe(true);
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
    parking_space_id: 'eq.a',
    start_time: 'lt.2026-11-21T11:00:00.000Z',
    end_time: 'gt.2026-11-21T10:00:00.000Z',
  });
});

test('a space somebody holds is not free', async () => {
  answer('space_occupancy', []);
  expect(await isFreeForNextHour('taken', NOW)).toBe(false);
});

test('a driver is told when availability cannot be known', async () => {
  answer('space_occupancy', { message: 'no' }, 400);
  await expect(isFreeForNextHour('a', NOW)).rejects.toMatchObject({ key: 'availability-unknown' });
});

test('a driver in a hurry gets the first available space that nobody holds', async () => {
  answer('parking_spaces', [space('broken', 'maintenance'), space('taken', 'available'), space('b', 'available')]);
  answer('space_occupancy', []);
  expect(await findFreeSpace('zone', null, NOW)).toMatchObject({ id: 'b' });
});

test('a driver in a hurry gets nothing from a zone where nothing is free', async () => {
  answer('parking_spaces', [space('broken', 'maintenance'), space('taken', 'available')]);
  answer('space_occupancy', []);
  expect(await findFreeSpace('zone', null, NOW)).toBeNull();
});

test('zones that are not of the known shape count as not loaded', async () => {
  answer('parking_zones', [{ id: 'zone' }]);
  await expect(listSheetZones(ANYWHERE)).rejects.toMatchObject({ key: 'zones-not-loaded' });
});

test('the free spaces of a zone are its available ones, wherever zones are asked for', async () => {
  answer('parking_zones', []);
  await Promise.all([
    listSheetZones(ANYWHERE),
    listZonePage(ANYWHERE, 0),
    findZone('b0000000-0000-4000-8000-000000000001', null),
    listZonesIn({ west: 0, south: 0, east: 1, north: 1 }, null, new AbortController().signal),
  ]);
  expect(asked.length).toBeGreaterThanOrEqual(4);
  for (const { searchParams } of asked) expect(searchParams.get('available.status')).toBe('eq.available');
});

test('for a chosen time, zones and spaces are asked for with it, and no hour is checked', async () => {
  answer('rpc/find_zones', []);
  answer('rpc/find_zones_in', []);
  answer('parking_zones', []);
  answer('rpc/find_spaces', [space('reserved', 'reserved'), space('b', 'available')]);
  const near = { lat: 18.5, lng: -69.9 };
  await Promise.all([
    listSheetZones({ ...ANYWHERE, period: PERIOD, near }),
    listZonePage({ ...ANYWHERE, period: PERIOD, near }, 0),
    findZone('b0000000-0000-4000-8000-000000000001', PERIOD),
    listZonesIn({ west: 0, south: 0, east: 1, north: 1 }, PERIOD, new AbortController().signal),
  ]);
  expect(await findFreeSpace('zone', PERIOD, NOW)).toMatchObject({ id: 'b' });
  const [count, ...others] = asked.filter(({ pathname }) => pathname.endsWith('/parking_zones'));
  expect(others).toEqual([]);
  for (const { pathname, searchParams } of asked.filter((url) => url !== count)) {
    expect(pathname).toMatch(/rpc\/find_(zones|zones_in|spaces)$/);
    expect(searchParams.get('starts')).toBe('2026-11-22T13:00:00.000Z');
    expect(searchParams.get('ends')).toBe('2026-11-22T18:00:00.000Z');
  }
});

test('an address with something else than a zone’s id asks for nothing', async () => {
  expect(await findZone('../../etc', null)).toBeNull();
  expect(asked).toEqual([]);
});

test('signs that mean something in a pattern are looked for as they are', async () => {
  answer('parking_zones', []);
  await listZonePage({ ...ANYWHERE, words: ' 50%_a"b\\, Gómez ' }, 0);
  expect(asked[0]?.searchParams.get('search_text')).toBe(String.raw`like.*50\%\_a"b\\, gomez*`);
});
