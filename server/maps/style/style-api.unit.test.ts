import { Hono } from 'hono';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createMapsApi } from '../maps-api.ts';

const PUBLIC_URL = 'https://parqueo.example';
const app = new Hono().route('/maps', createMapsApi({ config: { publicUrl: PUBLIC_URL } }));

const styleSchema = z.object({
  name: z.string(),
  sources: z.record(
    z.enum(['land', 'water', 'streets', 'places']),
    z.object({ data: z.string(), attribution: z.string() }),
  ),
});
const loadStyle = async (address: string, headers: Record<string, string> = {}) =>
  styleSchema.parse(await (await app.request(address, { headers })).json());

test('the style answers light unless dark is asked for', async () => {
  expect((await loadStyle('/maps/style.json')).name).toBe('Parqueo light');
  expect((await loadStyle('/maps/style.json?theme=dark')).name).toBe('Parqueo dark');
});

test('a theme that does not exist is refused', async () => {
  expect((await app.request('/maps/style.json?theme=pink')).status).toBe(400);
});

test('every source of the style is served as GeoJSON that a browser may keep for a year', async () => {
  const { sources } = await loadStyle('/maps/style.json');

  for (const { data } of Object.values(sources)) {
    const answer = await app.request(data);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/geo+json');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(await answer.json()).toMatchObject({
      type: 'FeatureCollection',
      features: expect.arrayContaining([expect.anything()]),
    });
  }
});

test('data asked for without its version is asked for again and answered with 304', async () => {
  const first = await app.request('/maps/data/streets.geojson');
  const tag = first.headers.get('etag') ?? '';
  const second = await app.request('/maps/data/streets.geojson', { headers: { 'if-none-match': tag } });

  expect(first.headers.get('cache-control')).toContain('no-cache');
  expect(tag).not.toBe('');
  expect(second.status).toBe(304);
});

test('a layer that does not exist is not found', async () => {
  expect((await app.request('/maps/data/secrets.geojson')).status).toBe(404);
  expect((await app.request('/maps/data/..%2fplaces.geojson')).status).toBe(404);
});

test('our own page gets addresses on its own origin, a page of another origin whole ones', async () => {
  const own = await loadStyle('/maps/style.json');
  const foreign = await loadStyle('/maps/style.json', { origin: 'https://other.example' });

  expect(own.sources.land.data).toMatch(/^\/maps\/data\/land\.geojson\?v=/);
  expect(foreign.sources.land.data).toMatch(/^https:\/\/parqueo\.example\/maps\/data\/land\.geojson\?v=/);
});

test.each(['/maps/style.json', '/maps/data/land.geojson', '/maps/api?q=naco', '/maps/route/v1/driving/x'])(
  'any origin may read %s',
  async (address) => {
    const answer = await app.request(address, { headers: { origin: 'https://other.example' } });

    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  },
);

test('the map says where its data comes from', async () => {
  const { sources } = await loadStyle('/maps/style.json');

  expect(sources.land.attribution).toContain('© OpenStreetMap contributors');
  expect(sources.places.attribution).toContain('GeoNames');
});

test.each([
  [{}, '© OpenStreetMap contributors'],
  [{ 'accept-language': 'es-DO,es;q=0.9' }, '© Colaboradores de OpenStreetMap'],
  [{ 'accept-language': 'es-DO', cookie: 'language=en' }, '© OpenStreetMap contributors'],
])('with %o the attribution is %s', async (headers, text) => {
  const { sources } = await loadStyle('/maps/style.json', headers);
  expect(sources.land.attribution).toContain(`>${text}</a>, <a`);
});

test('a style that was kept in one language is not taken for the other', async () => {
  const english = await app.request('/maps/style.json');
  const asked = { 'if-none-match': english.headers.get('etag') ?? '' };
  expect((await app.request('/maps/style.json', { headers: asked })).status).toBe(304);
  const spanish = await app.request('/maps/style.json', { headers: { ...asked, 'accept-language': 'es' } });
  expect(spanish.status).toBe(200);
  for (const name of ['Origin', 'Cookie', 'Accept-Language']) expect(spanish.headers.get('vary')).toContain(name);
});
