import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createMapsApi } from '../maps-api.ts';
import { toLabel } from './map-layers.ts';
import { createMapStyle } from './map-style.ts';
import { PALETTES } from './palette.ts';

const THEMES = ['light', 'dark'] as const;

test.each(THEMES)('the %s style follows the specification of MapLibre styles', (theme) => {
  const style = createMapStyle(theme, 'https://parqueo.example/{z}/{x}/{y}.mvt');
  expect(validateStyleMin(style)).toEqual([]);
  // It needs neither a server of glyphs nor sprites.
  expect([style.glyphs, style.sprite]).toEqual([undefined, undefined]);
});

test.each(THEMES)('every text of the %s style stands out from the land under it', (theme) => {
  const palette = PALETTES[theme];
  const names = ['townLabel', 'sectorLabel', 'streetLabel'] as const;
  for (const name of names) expect(contrast(palette[name], palette.land), name).toBeGreaterThanOrEqual(4.5);
});

test('a label leaves out remarks, second names and nameless link roads', () => {
  expect(toLabel('Av. George Washington (Malecón)')).toBe('Av. George Washington');
  expect(toLabel('Puente Juan Pablo Duarte / Juan Bosch')).toBe('Puente Juan Pablo Duarte');
  expect(toLabel('Acceso Puente Flotante – Puente Mella (Villa Duarte)')).toBe('');
});

/** Contrast ratio of two `#rrggbb` colours by WCAG 2. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const PUBLIC_URL = 'https://parqueo.example';
const app = new Hono().route('/maps', createMapsApi({ config: { publicUrl: PUBLIC_URL } }));

type Style = { name: string; sources: { map: { tiles: [string]; attribution: string } } };
const loadStyle = async (address: string, headers: Record<string, string> = {}) =>
  (await (await app.request(address, { headers })).json()) as Style;

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
