import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Config } from '../config.ts';
import { pagePolicy } from './security-headers.ts';

const OWN = 'https://parqueo.example';

/** Whom a page may call, by the policy that it is sent with. */
async function connectSources(maps: Config['maps']): Promise<string[]> {
  const app = new Hono().use(pagePolicy({ publicUrl: OWN, maps })).get('/', (c) => c.html(''));
  const policy = (await app.request('/')).headers.get('content-security-policy') ?? '';
  const directive = policy.split(/;\s*/).find((part) => part.startsWith('connect-src '));
  return directive?.split(' ').slice(1) ?? [];
}

test('a page with the built-in maps calls its own server and nobody else', async () => {
  expect(await connectSources({})).toEqual(["'self'", OWN]);
});

test('a page with an outside router and search calls these two as well, and nobody else', async () => {
  const sources = await connectSources({
    routerUrl: 'http://127.0.0.1:5000/osrm',
    geocoderUrl: 'https://photon.example/geocoder',
  });

  expect(sources).toEqual(["'self'", OWN, 'http://127.0.0.1:5000', 'https://photon.example']);
});

test('a page with only an outside router does not call others for the search', async () => {
  expect(await connectSources({ routerUrl: 'https://router.example' })).toEqual([
    "'self'",
    OWN,
    'https://router.example',
  ]);
});
