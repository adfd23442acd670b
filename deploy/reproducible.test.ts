import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInImage, ROOT } from './testing/create-image-folder.ts';
import { replaceDocumented } from './testing/documentation.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parqueo-reproducible-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Builds the web app from the files that an image is built from, and returns the digest of each file that it has. */
async function buildIn(name: string, env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const place = join(folder, name);
  for (const [, path = ''] of (await readFile(join(ROOT, '.dockerignore'), 'utf8')).matchAll(/^!(\S+)$/gm)) {
    for (const found of globSync(path, { cwd: ROOT }))
      await cp(join(ROOT, found), join(place, found), {
        recursive: true,
        filter: (file) => isInImage(relative(ROOT, file)),
      });
  }
  await symlink(join(ROOT, 'node_modules'), join(place, 'node_modules'));
  // The packages are where the link is, as in an image; to compress takes longest, and comes last.
  const config = replaceDocumented(await readFile(join(place, 'vite.config.ts'), 'utf8'), {
    'resolve: {': 'resolve: { preserveSymlinks: true,',
    ', compression],': '],',
  });
  await writeFile(join(place, 'vite.config.ts'), config);
  const { status, stderr } = spawnSync(process.execPath, ['build/build-web.ts'], {
    cwd: place,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const web = join(place, 'dist/web');
  const files = globSync('**/*.*', { cwd: web }).toSorted();
  return Object.fromEntries(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(web, file)))
        .digest('hex'),
    ]),
  );
}

test('two builds of the web app are the same, whatever folder, time zone and language they have', {
  timeout: 300_000,
}, async () => {
  const first = await buildIn('one', { TZ: 'UTC', LANG: 'C.UTF-8' });
  expect(Object.keys(first).length).toBeGreaterThan(300);
  expect(await buildIn('another/folder', { TZ: 'America/Santo_Domingo', LANG: 'es_DO.UTF-8' })).toEqual(first);
});
