import { beforeEach, expect, test, vi } from 'vitest';
import { Problem } from '../../domain/problems.ts';
import { connect } from '../data/connection.ts';
import { server } from '../testing/fake-server.ts';
import { ROUTE as ANSWER } from '../testing/server-defaults.ts';
import { requestRoute } from './request-route.ts';

const HOME = { lat: 18.48, lng: -69.93 };
const SPOT = { lat: 18.47, lng: -69.88 };
const ROUTE = 'GET /route/v1/driving/-69.93,18.48;-69.88,18.47';

beforeEach(() => void connect(server.config));

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
  expect(await requestRoute(HOME, SPOT)).toEqual({
    path: [HOME, SPOT],
    distanceKm: expect.closeTo(3.4),
    durationMinutes: expect.closeTo(725 / 60),
    steps: [{ type: 'turn', modifier: 'left', street: 'Av. Bolívar', distanceKm: expect.closeTo(3.4) }],
  });
  expect(server.received(ROUTE)[0]?.url.search).toBe('?overview=full&geometries=geojson&steps=true');
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
    async () => Response.json({ ...ANSWER, routes: [{ ...ANSWER.routes[0], geometry: { coordinates: [[500, 18]] } }] }),
  ],
  ['is not there', 'Failed to fetch', () => Promise.reject(new TypeError('Failed to fetch'))],
])(
  'a router that %s is one and the same problem for the driver, with the status %s behind it',
  async (_what, status, answer) => {
    server.handle(ROUTE, answer);
    expect(await failure()).toEqual({ key: 'directions-failed', status });
  },
);

test('a router that says nothing is given up after 10 seconds', async () => {
  const clock = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
  const release = server.holdRequests(ROUTE);
  const failed = failure();
  clock.abort(new DOMException('The operation timed out', 'TimeoutError'));
  release();
  expect(await failed).toEqual({ key: 'directions-failed', status: 'The operation timed out' });
  expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
  timeout.mockRestore();
});
