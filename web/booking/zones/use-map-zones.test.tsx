import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { connect } from '../../data/connection.ts';
import { server } from '../../testing/fake-server.ts';
import { fakeClock, passTime } from '../../testing/render-screen.tsx';
import { ZONE } from '../../testing/rows.ts';
import { useMapZones } from './use-map-zones.ts';
import type { ZoneFilter } from './zones.ts';
import { ZONES_REFRESH_MS } from './zones.ts';

const ROUTE = 'GET /rest/v1/rpc/find_map_zones';
const HERE = { west: -69.98, south: 18.43, east: -69.88, north: 18.54 };
const ELSEWHERE = { west: -70.8, south: 19.4, east: -70.7, north: 19.5 };
const ANYWHERE: ZoneFilter = { amenities: [], period: null, near: null };
const TOMORROW = { startsAt: new Date('2026-11-24T13:00:00Z'), endsAt: new Date('2026-11-24T15:00:00Z') };

const createZone = (number: number, values: object = {}) => ({
  ...structuredClone(ZONE),
  id: `5a0e0000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  name: `Zone ${String(number).padStart(4, '0')}`,
  ...values,
});

beforeEach(() => {
  connect(server.config);
  server
    .rows('parking_zones')
    .push(createZone(1), createZone(2, { amenities: {}, latitude: 19.45, longitude: -70.75 }));
});

async function openMap() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { result, rerender } = renderHook(
    ({ view, filter }: { view: typeof HERE; filter: ZoneFilter }) => useMapZones(view, filter),
    {
      initialProps: { view: HERE, filter: ANYWHERE },
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    },
  );
  await waitFor(() => expect(result.current.sheet.data).toBeDefined());
  return {
    show: (view: typeof HERE, filter: ZoneFilter) => rerender({ view, filter }),
    findPins: () => result.current.zones?.map(({ name, availableSpaces }) => `${name}: ${availableSpaces}`),
    readSheet: () => ({
      names: result.current.sheet.data?.map(({ name }) => name),
      isPlaceholder: result.current.sheet.isPlaceholderData,
    }),
    result,
    client,
  };
}

const countRequests = () => server.received(ROUTE).length;
const fail = () => server.failRequests(ROUTE, 400, { code: 'XX000' });

test('pins and sheet come with one request, and so does each refresh', async () => {
  fakeClock();
  const { findPins, readSheet } = await openMap();
  expect(countRequests()).toBe(1);
  expect(findPins()).toEqual(['Zone 0001: 6', 'Zone 0002: 6']);
  expect(readSheet()).toEqual({ names: ['Zone 0001', 'Zone 0002'], isPlaceholder: false });
  Object.assign(server.rows('parking_zones')[0] ?? {}, { available: [{ count: 0 }] });
  server.rows('parking_zones').reverse();
  await passTime(ZONES_REFRESH_MS);
  await waitFor(() => expect(findPins()?.[0]).toBe('Zone 0001: 0'));
  expect(readSheet().names).toEqual(['Zone 0002', 'Zone 0001']);
  expect(countRequests()).toBe(2);
});

test('the sheet stays as it is while the map moves, also when what is there cannot be loaded', async () => {
  const { show, findPins, readSheet, result } = await openMap();
  const release = server.holdRequests(ROUTE);
  show(ELSEWHERE, ANYWHERE);
  expect(readSheet()).toEqual({ names: ['Zone 0001', 'Zone 0002'], isPlaceholder: false });
  fail();
  release();
  show({ ...ELSEWHERE, north: 22 }, ANYWHERE);
  await waitFor(() => expect(result.current.sheet.isError).toBe(true));
  expect(readSheet()).toEqual({ names: ['Zone 0001', 'Zone 0002'], isPlaceholder: false });
  expect(findPins()).toHaveLength(2);
});

test('the pins stay while amenities change; the sheet waits for its zones, and says when they do not come', async () => {
  const { show, findPins, readSheet, result } = await openMap();
  const release = server.holdRequests(ROUTE);
  show(HERE, { ...ANYWHERE, amenities: ['security'] });
  expect(findPins()).toHaveLength(2);
  expect(readSheet()).toEqual({ names: ['Zone 0001', 'Zone 0002'], isPlaceholder: true });
  Object.assign(server.rows('parking_zones')[1] ?? {}, { sheet_place: null });
  release();
  await waitFor(() => expect(readSheet()).toEqual({ names: ['Zone 0001'], isPlaceholder: false }));
  fail();
  show(HERE, { ...ANYWHERE, amenities: ['roofed'] });
  await waitFor(() => expect(result.current.sheet.isError).toBe(true));
  expect(readSheet().names).toBeUndefined();
  expect(findPins()).toHaveLength(2);
});

test('counts of another arrival are not used for a chosen zone, nor shown when the right ones do not come', async () => {
  const { show, findPins, readSheet, result } = await openMap();
  expect(result.current.counted?.zones).toHaveLength(2);
  fail();
  show(HERE, { ...ANYWHERE, period: TOMORROW });
  expect(result.current.counted).toBeNull();
  expect(findPins()).toHaveLength(2);
  await waitFor(() => expect(result.current.sheet.isError).toBe(true));
  expect(findPins()).toBeUndefined();
  expect(readSheet().names).toBeUndefined();
});

test('more than a thousand zones are refreshed less often', async () => {
  fakeClock();
  const zones = Array.from({ length: 1200 }, (_, index) => createZone(index + 1));
  server.rows('parking_zones').splice(0, 2, ...zones);
  const { findPins } = await openMap();
  await waitFor(() => expect(findPins()).toHaveLength(1200));
  expect(countRequests()).toBe(2);
  await passTime(ZONES_REFRESH_MS);
  expect(countRequests()).toBe(2);
  await passTime(3 * ZONES_REFRESH_MS);
  await waitFor(() => expect(countRequests()).toBe(4));
});
