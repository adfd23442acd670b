import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { m } from '#messages';
import { readConfig } from './config.ts';
import { writeWebBuild } from './testing/write-web-build.ts';
import { createWebBuild } from './web-build.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-build-'));
  await writeWebBuild(folder, {
    'index.html': '<html lang="en"><meta name="description" content="">',
    'assets/map.js': '// map',
  });
});
afterAll(() => rm(folder, { recursive: true }));

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
