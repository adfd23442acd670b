import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '../../data/connection.ts';
import { describePosition, parsePlaces, searchPlaces } from './search-places.ts';

beforeAll(() => {
  connect({
    supabaseUrl: 'http://parqueo.test',
    supabaseKey: 'publishable',
    lockVendorName: 'Kavass',
    samples: true,
    maps: {
      provider: 'open',
      styleUrl: '',
      routerUrl: 'http://router.test/maps',
      geocoderUrl: 'http://search.test/maps',
    },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
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

const NEAR = { lat: 18.4861, lng: -69.9312 };

function serviceThat(answers: (url: string, init?: RequestInit) => Promise<Response>) {
  const fetched = vi.fn(answers);
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const search = (signal = new AbortController().signal) => searchPlaces('el conde', NEAR, signal);

test('the configured search service is asked for what is near to the middle of the map', async () => {
  const fetched = serviceThat(async () => Response.json({ features: [feature({ name: 'Calle El Conde' })] }));

  expect(await search()).toMatchObject([{ title: 'Calle El Conde' }]);
  expect(fetched.mock.calls[0]?.[0]).toBe('http://search.test/maps/api?q=el+conde&lat=18.4861&lon=-69.9312&limit=6');
});

test.each<[string, () => Promise<Response>]>([
  ['fails', async () => new Response('Oops', { status: 500 })],
  ['refuses', async () => Response.json({ message: 'no' }, { status: 400 })],
  ['answers with half a document', async () => new Response('{"features":[')],
  ['answers with something else', async () => Response.json({ results: [] })],
  ['is not there', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a search service that %s is one and the same sentence for the driver', async (_what, answer) => {
  serviceThat(answer);

  await expect(search()).rejects.toThrow('Address search is not available right now. Please try again.');
});

/** Answers only when it is called off. */
const never = (_url: string, init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

test('a search service that says nothing is given up after 10 seconds', async () => {
  const clock = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
  serviceThat(never);

  const found = search();
  clock.abort(new DOMException('The operation timed out', 'TimeoutError'));

  await expect(found).rejects.toThrow('Address search is not available right now. Please try again.');
  expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
});

test('a search that the driver typed over is no failure of the service', async () => {
  const typing = new AbortController();
  serviceThat(never);

  const found = search(typing.signal);
  typing.abort();

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

const HERE = { lat: 18.4735, lng: -69.8849 };
const signal = () => new AbortController().signal;

test('a position is described by the address of what is there', async () => {
  const here = feature({ street: 'Calle El Conde', city: 'Santo Domingo' });
  const fetched = serviceThat(async () => Response.json({ features: [here] }));
  expect(await describePosition(HERE, signal())).toBe('Calle El Conde, Santo Domingo');
  expect(fetched.mock.calls[0]?.[0]).toBe('http://search.test/maps/reverse?lat=18.4735&lon=-69.8849');
});

test('where nothing is known there is no address', async () => {
  serviceThat(async () => Response.json({ features: [] }));
  expect(await describePosition(HERE, signal())).toBeNull();
});
