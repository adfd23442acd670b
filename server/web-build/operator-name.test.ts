import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createSettingsReader, type ReadSettings } from '../read-settings.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { writeWebBuild } from '../testing/write-web-build.ts';
import { createWebBuild } from '../web-build.ts';

const PAGE = `<title>Parqueo</title>
<meta name="description" content="Find a parking zone on the map, reserve a space and drive there." />
<meta name="apple-mobile-web-app-title" content="Parqueo" /><script>start()</script>`;

let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-build-'));
  await writeWebBuild(folder, {
    'index.html': PAGE,
    'manifest.en.webmanifest': JSON.stringify({ id: '/', name: 'Parqueo', short_name: 'Parqueo', lang: 'en' }),
    'icon.svg': '<svg/>',
  });
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const PATHS = ['/', '/index.html', '/map', '/zones/1'];

async function get(path: string, { samples, readSettings }: { samples: 'on' | 'off'; readSettings?: ReadSettings }) {
  const config = readConfig({ SAMPLES: samples, MAP_STYLE_URL: 'https://maps.example/style.json' }, '/srv');
  const reader = readSettings ?? createSettingsReader({ sql: database.sql, config, maxAgeMs: 0 });
  const app = createWebBuild({ config, folder, readSettings: reader });
  return app.request(`http://127.0.0.1:8080${path}`);
}

const textOf = async (...request: Parameters<typeof get>) => (await get(...request)).text();
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
  const manifest = await get('/manifest.en.webmanifest', { samples: 'off' });
  expect(manifest.headers.get('content-type')).toContain('application/manifest+json');
  expect(manifest.headers.get('cache-control')).toBe('no-cache');
  const name = 'Parking & <b>Co</b> $1';
  expect(await manifest.json()).toEqual({ id: '/', name, short_name: name, description: 'Park "here"', lang: 'en' });
  expect(await textOf('/icon.svg', { samples: 'off' })).toBe('<svg/>');
});

test('without a description of the operator the page keeps its own', async () => {
  await decide('Parking RD', '');
  expect(await textOf('/', { samples: 'off' })).toContain(
    'content="Find a parking zone on the map, reserve a space and drive there."',
  );
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
  const app = createWebBuild({ config, folder, readSettings });
  await decide('Parking RD', '');
  for (isAway of [false, true]) {
    const page = await app.request('http://127.0.0.1:8080/map');
    expect(await page.text()).toContain('<title>Parking RD</title>');
  }
});
