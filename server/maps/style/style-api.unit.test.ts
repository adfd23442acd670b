import { Hono } from 'hono';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createMapsApi } from '../maps-api.ts';

const PUBLIC_URL = 'https://parqueo.example';
const app = new Hono().route('/maps', createMapsApi({ config: { publicUrl: PUBLIC_URL } }));

const styleSchema = z.object({
  name: z.string(),
  sources: z.object({ map: z.object({ tiles: z.tuple([z.string()]), attribution: z.string() }) }),
});
const loadStyle = async (address: string, headers: Record<string, string> = {}) =>
  styleSchema.parse(await (await app.request(address, { headers })).json());

test('the style answers light unless dark is asked for', async () => {
  expect((await loadStyle('/maps/style.json')).name).toBe('Parqueo light');
  expect((await loadStyle('/maps/style.json?theme=dark')).name).toBe('Parqueo dark');
});

test('our own page gets addresses on its own origin, a page of another origin whole ones', async () => {
  const own = await loadStyle('/maps/style.json');
  const foreign = await loadStyle('/maps/style.json', { origin: 'https://other.example' });

  expect(own.sources.map.tiles[0]).toMatch(/^\/maps\/tiles\/\w+\//);
  expect(foreign.sources.map.tiles[0]).toMatch(/^https:\/\/parqueo\.example\/maps\/tiles\/\w+\//);
});

test.each(['/maps/style.json', '/maps/tiles/1/0/0/0.mvt', '/maps/api?q=naco', '/maps/route/v1/driving/x'])(
  'any origin may read %s',
  async (address) => {
    const answer = await app.request(address, { headers: { origin: 'https://other.example' } });

    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  },
);

test.each([
  [{}, '© OpenStreetMap contributors'],
  [{ 'accept-language': 'es-DO,es;q=0.9' }, '© Colaboradores de OpenStreetMap'],
  [{ 'accept-language': 'es-DO', cookie: 'language=en' }, '© OpenStreetMap contributors'],
])('with %o the attribution is %s', async (headers, text) => {
  const { sources } = await loadStyle('/maps/style.json', headers);
  expect(sources.map.attribution).toContain(`>${text}</a>, <a`);
});

test('a style that was kept in one language is not taken for the other', async () => {
  const english = await app.request('/maps/style.json');
  const asked = { 'if-none-match': english.headers.get('etag') ?? '' };
  expect((await app.request('/maps/style.json', { headers: asked })).status).toBe(304);
  const spanish = await app.request('/maps/style.json', { headers: { ...asked, 'accept-language': 'es' } });
  expect(spanish.status).toBe(200);
  for (const name of ['Origin', 'Cookie', 'Accept-Language']) expect(spanish.headers.get('vary')).toContain(name);
});
