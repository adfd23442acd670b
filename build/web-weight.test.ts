import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectScripts } from './web-weight.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parqueo-weight-'));
  await mkdir(join(folder, '.vite'));
  const manifest = {
    'index.html': { file: 'start.js', imports: ['_shared.js'], css: ['start.css'] },
    '_shared.js': { file: 'shared.js' },
    'screens/map.tsx': { file: 'map.js', imports: ['index.html', '_shared.js'], dynamicImports: ['later.tsx'] },
    'later.tsx': { file: 'later.js' },
  };
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  for (const file of ['start.js', 'shared.js', 'map.js', 'later.js']) {
    await writeFile(join(folder, file), 'x'.repeat(500));
    await writeFile(join(folder, `${file}.br`), 'x'.repeat(file.length));
  }
  await rm(join(folder, 'shared.js.br'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a screen weighs its own script and all that it imports, each once and as it is sent', () => {
  expect(collectScripts(folder, ['index.html', 'screens/map.tsx'])).toEqual([
    { file: 'shared.js', bytes: 500 },
    { file: 'start.js', bytes: 8 },
    { file: 'map.js', bytes: 6 },
  ]);
});

test('a screen that is not in the build stops the check instead of weighing nothing', () => {
  expect(() => collectScripts(folder, ['screens/gone.tsx'])).toThrow('The build holds no screens/gone.tsx');
});
