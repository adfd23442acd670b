import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../data/connection.ts';
import { isFreeForNextHour } from '../data/occupancy.ts';
import { findFreeSpace, findZone, listSheetZones, listZonePage, listZonesIn } from './data.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const ANSWERS = new Map<string, { status: number; body: unknown }>();
const asked: URL[] = [];

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
  connect({ supabaseUrl: origin, supabaseKey: 'key', lockVendorName: 'vendor', maps });
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
  expect(await findFreeSpace('zone', NOW)).toMatchObject({ id: 'b' });
});

test('a driver in a hurry gets nothing from a zone where nothing is free', async () => {
  answer('parking_spaces', [space('broken', 'maintenance'), space('taken', 'available')]);
  answer('space_occupancy', []);
  expect(await findFreeSpace('zone', NOW)).toBeNull();
});

test('zones that are not of the known shape count as not loaded', async () => {
  answer('parking_zones', [{ id: 'zone' }]);
  await expect(listSheetZones([])).rejects.toMatchObject({ key: 'zones-not-loaded' });
});

test('the free spaces of a zone are its available ones, wherever zones are asked for', async () => {
  answer('parking_zones', []);
  await Promise.all([
    listSheetZones([]),
    listZonePage({ amenities: [] }, 0),
    findZone('b0000000-0000-4000-8000-000000000001'),
    listZonesIn({ west: 0, south: 0, east: 1, north: 1 }, new AbortController().signal),
  ]);
  expect(asked.length).toBeGreaterThanOrEqual(4);
  for (const { searchParams } of asked) expect(searchParams.get('available.status')).toBe('eq.available');
});

test('an address with something else than a zone’s id asks for nothing', async () => {
  expect(await findZone('../../etc')).toBeNull();
  expect(asked).toEqual([]);
});

test('signs that mean something in a pattern are looked for as they are', async () => {
  answer('parking_zones', []);
  await listZonePage({ amenities: [], words: ' 50%_a"b\\ ' }, 0);
  expect(asked[0]?.searchParams.get('or')).toBe(
    String.raw`(name.ilike."*50\\%\\_a\\\"b\\\\*",location.ilike."*50\\%\\_a\\\"b\\\\*")`,
  );
});
