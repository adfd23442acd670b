import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Problem } from '../../../domain/problems.ts';
import { connect } from '../../data/connection.ts';
import { requestRoute } from './request-route.ts';

const HOME = { lat: 18.48, lng: -69.93 };
const SPOT = { lat: 18.47, lng: -69.88 };
const ANSWER = {
  code: 'Ok',
  routes: [
    {
      distance: 3400,
      duration: 725,
      geometry: {
        coordinates: [
          [-69.93, 18.48],
          [-69.88, 18.47],
        ],
      },
      legs: [{ steps: [{ name: 'Av. Bolívar', distance: 3400, maneuver: { type: 'turn', modifier: 'left' } }] }],
    },
  ],
};

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

function routerThat(answers: (url: string, init?: RequestInit) => Promise<Response>) {
  const fetched = vi.fn(answers);
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

/** The problem that a request ends with, and the status behind it. */
async function failure(): Promise<{ key: string | undefined; status: string | undefined }> {
  const error = await requestRoute(HOME, SPOT).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Problem)) throw new Error('The request did not end with a problem', { cause: error });
  return { key: error.key, status: error.cause instanceof Error ? error.cause.message : undefined };
}

test('the configured router is asked for the way with its turns', async () => {
  const fetched = routerThat(async () => Response.json(ANSWER));

  const route = await requestRoute(HOME, SPOT);

  expect(fetched.mock.calls[0]?.[0]).toBe(
    'http://router.test/maps/route/v1/driving/-69.93,18.48;-69.88,18.47?overview=full&geometries=geojson&steps=true',
  );
  expect(route).toEqual({
    path: [HOME, SPOT],
    distanceKm: expect.closeTo(3.4),
    durationMinutes: expect.closeTo(725 / 60),
    steps: [{ type: 'turn', modifier: 'left', street: 'Av. Bolívar', distanceKm: expect.closeTo(3.4) }],
  });
});

test.each<[string, string, () => Promise<Response>]>([
  ['knows no way', 'NoRoute', async () => Response.json({ code: 'NoRoute', message: 'x' }, { status: 400 })],
  ['says so with status 200', 'NoSegment', async () => Response.json({ code: 'NoSegment' })],
  ['fails', 'HTTP 500 without an answer', async () => new Response('<h1>Oops</h1>', { status: 500 })],
  ['fails in words of its own', 'HTTP 503', async () => Response.json({ message: 'busy' }, { status: 503 })],
  ['answers with half a document', 'HTTP 200 without an answer', async () => new Response('{"code":"Ok","rou')],
  ['forgets the route', 'Ok without a route', async () => Response.json({ code: 'Ok', routes: [] })],
  [
    'leads off the globe',
    'Ok without a route',
    async () =>
      Response.json({ code: 'Ok', routes: [{ ...ANSWER.routes[0], geometry: { coordinates: [[500, 18]] } }] }),
  ],
  ['is not there', 'Failed to fetch', () => Promise.reject(new TypeError('Failed to fetch'))],
])(
  'a router that %s is one and the same problem for the driver, with the status %s behind it',
  async (_what, status, answer) => {
    routerThat(answer);

    expect(await failure()).toEqual({ key: 'directions-failed', status });
  },
);

test('a router that says nothing is given up after 10 seconds', async () => {
  const clock = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
  routerThat(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );

  const failed = failure();
  clock.abort(new DOMException('The operation timed out', 'TimeoutError'));

  expect(await failed).toEqual({ key: 'directions-failed', status: 'The operation timed out' });
  expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
});
