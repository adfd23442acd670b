import { beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../data/connection.ts';
import { server } from '../../testing/fake-server.ts';
import { describePosition, parsePlaces, searchPlaces } from './search-places.ts';

const SEARCH = 'GET /api';
const NEAR = { lat: 18.4861, lng: -69.9312 };
const search = (signal = new AbortController().signal) => searchPlaces('el conde', NEAR, signal);

beforeEach(() => {
  connect(server.config);
  server.handle(SEARCH, () => Response.json({ features: [] }));
});

const feature = (properties: Record<string, string>) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-69.93, 18.48] },
  properties,
});

test.each([
  [
    { name: 'Ágora Mall', street: 'Av. Kennedy', housenumber: '5', city: 'Santo Domingo' },
    { title: 'Ágora Mall', detail: 'Av. Kennedy 5, Santo Domingo', position: { lat: 18.48, lng: -69.93 } },
  ],
  [
    { street: 'Calle El Conde', city: 'Santo Domingo' },
    { title: 'Calle El Conde', detail: 'Santo Domingo' },
  ],
  [
    { name: 'Santiago', city: 'Santiago', country: 'Cuba' },
    { title: 'Santiago', detail: 'Cuba' },
  ],
])('the place %j is titled by its name or street, followed by the rest of its address', (properties, place) => {
  expect(parsePlaces({ features: [feature(properties)] })).toMatchObject([place]);
});

test('the configured search service is asked for what is near to the middle of the map', async () => {
  server.handle(SEARCH, () => Response.json({ features: [feature({ name: 'Calle El Conde' })] }));
  expect(await search()).toMatchObject([{ title: 'Calle El Conde' }]);
  expect(server.received(SEARCH)[0]?.url.href).toBe(
    'http://geocoder.test/api?q=el+conde&lat=18.4861&lon=-69.9312&limit=6',
  );
});

test('coordinates are the place, with the address that is there', async () => {
  server.handle('GET /reverse', () => Response.json({ features: [feature({ street: 'Calle El Conde' })] }));
  expect(await searchPlaces('18,4861; -69,9312', NEAR, new AbortController().signal)).toMatchObject([
    { title: '18.486100, -69.931200', detail: 'Calle El Conde', position: NEAR },
  ]);
  expect(server.received(SEARCH)).toEqual([]);
});

test.each<[string, () => Promise<Response>]>([
  ['refuses', async () => Response.json({ message: 'no' }, { status: 400 })],
  ['answers with half a document', async () => new Response('{"features":[')],
  ['answers with something else', async () => Response.json({ results: [] })],
  ['is not there', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a search service that %s is one and the same sentence for the driver', async (_what, answer) => {
  server.handle(SEARCH, answer);
  await expect(search()).rejects.toThrow('Address search is not available right now. Please try again.');
});

test('a search service that says nothing is given up after 10 seconds', async () => {
  vi.useFakeTimers();
  const release = server.holdRequests(SEARCH);
  const outcome = expect(search()).rejects.toThrow('Address search is not available right now. Please try again.');
  await vi.advanceTimersByTimeAsync(10_000);
  await outcome;
  vi.useRealTimers();
  release();
});

test('a search that the driver typed over is no failure of the service', async () => {
  const typing = new AbortController();
  const release = server.holdRequests(SEARCH);
  const found = search(typing.signal);
  typing.abort();
  release();
  await expect(found).rejects.toMatchObject({ name: 'AbortError' });
});

test('a search kept to one country leaves out the places of others', () => {
  const answer = {
    features: [
      feature({ name: 'Santiago', countrycode: 'DO' }),
      feature({ name: 'Santiago de Chile', countrycode: 'CL' }),
      feature({ name: 'Nowhere told' }),
    ],
  };
  expect(parsePlaces(answer, 'do').map(({ title }) => title)).toEqual(['Santiago', 'Nowhere told']);
  expect(parsePlaces(answer)).toHaveLength(3);
});

test.each([
  ['described by the address of what is there', [feature({ street: 'Calle El Conde' })], 'Calle El Conde'],
  ['without an address where nothing is known', [], null],
])('a position is %s', async (_, features, address) => {
  server.handle('GET /reverse', () => Response.json({ features }));
  expect(await describePosition(NEAR, new AbortController().signal)).toBe(address);
  expect(server.received('GET /reverse')[0]?.url.search).toBe('?lat=18.4861&lon=-69.9312&radius=50');
});
