import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { m } from '#messages';
import { readConfig } from '../config/config.ts';
import { createSettingsReader, type ReadSettings } from '../config/read-settings.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { writeWebBuild } from '../testing/write-web-build.ts';
import { addMapStart, createBrowserConfig, createWebBuild, hashInlineScripts } from './web-build.ts';

const PAGE = `<title>Parqueo</title>
<meta name="description" content="Find a parking zone on the map, reserve a space and drive there." />
<meta name="apple-mobile-web-app-title" content="Parqueo" /><script>start()</script>`;

let folder: string;
let named: string;
let database: TestDatabase;

beforeAll(async () => {
  [folder, named] = [await mkdtemp(join(tmpdir(), 'web-build-')), await mkdtemp(join(tmpdir(), 'web-build-'))];
  await writeWebBuild(folder, {
    'index.html': '<html lang="en"><meta name="description" content="">',
    'assets/map.js': '// map',
  });
  await writeWebBuild(named, {
    'index.html': PAGE,
    'manifest.en.webmanifest': JSON.stringify({ id: '/', name: 'Parqueo', short_name: 'Parqueo', lang: 'en' }),
    'icon.svg': '<svg/>',
  });
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.close();
  for (const one of [folder, named]) await rm(one, { recursive: true });
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const app = createWebBuild({ config: readConfig({}, '/srv'), folder });
  const response = await app.request(`http://127.0.0.1:8080${path}`, { headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
};

test.each([
  [{}, 'en'],
  [{ 'accept-language': 'es-DO,es;q=0.9,en;q=0.8' }, 'es'],
  [{ 'accept-language': 'es-419' }, 'es'],
  [{ 'accept-language': 'fr-FR,fr;q=0.9,es;q=0.5' }, 'es'],
  [{ 'accept-language': 'fr' }, 'en'],
  [{ 'accept-language': 'es', cookie: 'language=en' }, 'en'],
  [{ 'accept-language': 'en', cookie: 'theme=dark; language=es' }, 'es'],
  [{ 'accept-language': 'es', cookie: 'language=../../etc' }, 'es'],
  [{ 'accept-language': ';;;q=x,\u0000'.slice(0, 6), cookie: 'language=' }, 'en'],
] as const)('a browser that sends %j gets the page in "%s"', async (headers, language) => {
  const description = m.app_description({}, { locale: language });
  for (const path of ['/', '/map', '/zones/1']) {
    expect((await get(path, headers)).text).toBe(
      `<html lang="${language}"><meta name="description" content="${description}" />`,
    );
  }
});

test('what depends on the language says so to caches, and is not kept without asking', async () => {
  const { headers } = await get('/map');
  expect(headers.get('vary')).toContain('accept-language');
  expect(headers.get('vary')).toContain('cookie');
  expect(headers.get('cache-control')).toBe('no-cache');
});

test('a file that may be a worker compiles WebAssembly, a page does not', async () => {
  const readScripts = async (path: string) =>
    /script-src[^;]*/.exec((await get(path)).headers.get('content-security-policy') ?? '')?.[0];
  expect(await readScripts('/assets/map.js')).toContain("'wasm-unsafe-eval'");
  expect(await readScripts('/map')).not.toContain('wasm');
});

test('a file with a hash is kept, and one that is gone is not replaced by the page', async () => {
  const { status, text, headers } = await get('/assets/map.js');
  expect([status, text]).toEqual([200, '// map']);
  expect(headers.get('cache-control')).toContain('immutable');
  expect((await get('/assets/gone.js')).status).toBe(404);
});

test.each([
  ['/map', 200],
  ['/Map/', 200],
  ['/reserve/A-1.2', 200],
  ['/reserve/a/b', 404],
  ['/maps', 404],
  ['/auth/v2/token', 404],
  ['/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200', 404],
])('the page comes for %s with status %i, where it shows what there is', async (path, status) => {
  const response = await get(path);
  expect(response.status).toBe(status);
  expect(response.text).toContain('<html lang="en">');
});

test.each(['/wp-login.php', '/.env', '/map/style.css', '/reserve/a/b.js'])(
  'a file that is not there, as %s, is 404 without the page',
  async (path) => {
    const { status, text } = await get(path);
    expect([status, text]).toEqual([404, '404 Not Found']);
  },
);

test.each([
  ['a password manager', '/.well-known/change-password', 'the screen on which the password changes', '/settings'],
  ['a browser on a page without an icon', '/favicon.ico', 'the icon', '/icon.svg'],
])('%s that opens %s is led to %s', async (_, path, __, target) => {
  const { status, headers } = await get(path);
  expect([status, headers.get('location')]).toEqual([302, target]);
});

const PATHS = ['/', '/index.html', '/map', '/zones/1'];

async function getNamed(
  path: string,
  { samples, readSettings }: { samples: 'on' | 'off'; readSettings?: ReadSettings },
) {
  const config = readConfig({ SAMPLES: samples, MAP_STYLE_URL: 'https://maps.example/style.json' }, '/srv');
  const reader = readSettings ?? createSettingsReader({ sql: database.sql, config, maxAgeMs: 0 });
  const app = createWebBuild({ config, folder: named, readSettings: reader });
  return app.request(`http://127.0.0.1:8080${path}`);
}

const textOf = async (...request: Parameters<typeof getNamed>) => (await getNamed(...request)).text();
const decide = (name: string, description: string) =>
  database.sql`update public.installation_settings set app_name = ${name}, app_description = ${description}`;

test('every page and the manifest have the name and the description that the operator set', async () => {
  await decide('Parking & <b>Co</b> $1', 'Park "here"');
  for (const path of PATHS) {
    const text = await textOf(path, { samples: 'off' });
    expect(text).toContain('<title>Parking &amp; &lt;b&gt;Co&lt;/b&gt; $1</title>');
    expect(text).toContain('<meta name="description" content="Park &quot;here&quot;" />');
    expect(text).toContain('title" content="Parking &amp; &lt;b&gt;Co&lt;/b&gt; $1" /><script>start()</script>');
  }
  const manifest = await getNamed('/manifest.en.webmanifest', { samples: 'off' });
  expect(manifest.headers.get('content-type')).toContain('application/manifest+json');
  expect(manifest.headers.get('cache-control')).toBe('no-cache');
  const name = 'Parking & <b>Co</b> $1';
  expect(await manifest.json()).toEqual({ id: '/', name, short_name: name, description: 'Park "here"', lang: 'en' });
  expect(await textOf('/icon.svg', { samples: 'off' })).toBe('<svg/>');
});

test('with sample data the page is the one of the build', async () => {
  await decide('Parking RD', '');
  for (const path of PATHS) expect(await textOf(path, { samples: 'on' })).toBe(PAGE);
  expect(await textOf('/manifest.en.webmanifest', { samples: 'on' })).toContain('"name":"Parqueo"');
});

test('a database that fails or does not respond does not keep the page away', async () => {
  const failing = () => Promise.reject(new Error('no database'));
  const silent = () => new Promise<never>(() => undefined);
  for (const readSettings of [failing, silent]) {
    expect(await textOf('/map', { samples: 'off', readSettings })).toBe(PAGE);
  }
});

test('the page keeps its name while the database is away', async () => {
  const config = readConfig({ SAMPLES: 'off' }, '/srv');
  const read = createSettingsReader({ sql: database.sql, config, maxAgeMs: 0 });
  let isAway = false;
  const readSettings = () => (isAway ? Promise.reject(new Error('no database')) : read());
  const app = createWebBuild({ config, folder: named, readSettings });
  await decide('Parking RD', '');
  for (isAway of [false, true]) {
    const page = await app.request('http://127.0.0.1:8080/map');
    expect(await page.text()).toContain('<title>Parking RD</title>');
  }
});

async function configWith(env: Record<string, string>) {
  const app = createBrowserConfig(readConfig(env, '/srv'), { publishableKey: 'publishable' });
  return (await (await app.request('/config.json')).json()) as { maps: object };
}

test.each([
  [{}, { provider: 'open' }],
  [{ GOOGLE_MAPS_API_KEY: 'a-key' }, { provider: 'google', googleMapsApiKey: 'a-key' }],
  [
    { GOOGLE_MAPS_API_KEY: 'a-key', GOOGLE_MAPS_MAP_ID: 'a-map' },
    { provider: 'google', googleMapsApiKey: 'a-key', googleMapsMapId: 'a-map' },
  ],
])('with %o the browser is told to use the map %o', async (env, expected) => {
  const { maps } = await configWith(env as Record<string, string>);
  expect(maps).toMatchObject(expected);
  expect('googleMapsApiKey' in maps).toBe('googleMapsApiKey' in expected);
});

test('the browser is told how drivers reach the operator, and nothing where that is not set', async () => {
  expect(await configWith({})).toMatchObject({ support: {} });
  const env = { SUPPORT_PHONE: '+1 (809) 555-0100', SUPPORT_WHATSAPP: '+18095550101' };
  expect(await configWith(env)).toMatchObject({ support: { phone: '+1 (809) 555-0100', whatsapp: '+18095550101' } });
});

test('a script that stands in the page is allowed by the hash of its text, once, and a file needs none', () => {
  const script = "<head><script>alert('Hello, world.');</script></head>";
  // The hash as the specification of the policy gives it.
  const hash = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='";
  expect(hashInlineScripts(script)).toEqual([hash]);
  expect(hashInlineScripts(`${script}\n${script}`)).toEqual([hash]);
  expect(hashInlineScripts('<script type="module" src="/app/main.js"></script>')).toEqual([]);
});

const HEAD = '<head><title>Parqueo</title></head>';
const addWith = (env: Record<string, string>) => addMapStart(HEAD, readConfig(env, '/srv'));

test('the page learns where it gets the picture of the start of the map', () => {
  expect(addWith({ PUBLIC_URL: 'https://parqueo.example' })).toBe(
    '<head><meta name="map-start" content="https://parqueo.example/maps/still.svg?lat=18.4861&amp;lng=-69.9312&amp;zoom=13" />' +
      '<title>Parqueo</title></head>',
  );
});

test('with the style of an operator or with Google the page has no picture', () => {
  expect(addWith({ MAP_STYLE_URL: 'https://maps.example/style.json' })).toBe(HEAD);
  expect(addWith({ GOOGLE_MAPS_API_KEY: 'a-key' })).toBe(HEAD);
});
