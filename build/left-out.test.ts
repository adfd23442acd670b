import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leavingOut, type Replaced, type Unreached } from './left-out.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parqueo-left-out-'));
  const library = join(folder, 'node_modules/globes');
  await mkdir(join(library, 'shaders'), { recursive: true });
  await writeFile(
    join(library, 'globe.ts'),
    `export class Globe { spin() { return 'it spins'; } }\nexport const isGlobe = (it: unknown) => it instanceof Globe;\nexport type Axis = 1;`,
  );
  await writeFile(join(library, 'shaders/globe.ts'), `export default 'a long shader';`);
  await writeFile(join(library, 'sky.ts'), `export const drawSky = () => 'clouds';`);
  await writeFile(
    join(folder, 'page.ts'),
    `import { Globe, isGlobe } from './node_modules/globes/globe.ts';
    import shader from './node_modules/globes/shaders/globe.ts';
    import { drawSky } from './node_modules/globes/sky.ts';
    export { drawSky, isGlobe, shader };
    export const makeGlobe = () => new Globe();`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

/** The page built without the given modules, and its code. */
async function buildWithout(unreached: Unreached, replaced: Replaced = {}) {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [leavingOut('for-a-test', unreached, replaced)],
    build: { write: false, minify: false, lib: { entry: join(folder, 'page.ts'), formats: ['es'] } },
  });
  const code =
    [built]
      .flat()
      .flatMap((one) => ('output' in one ? one.output.map((file) => 'code' in file && file.code) : []))[0] || '';
  return { code, page: await import(`data:text/javascript,${encodeURIComponent(code)}`) };
}

test('a module that is left out is not in the build, and says so when it is used', async () => {
  const { code, page } = await buildWithout({ 'nobody spins': ['globes/globe.ts', 'globes/shaders/*'] });

  expect(code).not.toMatch(/it spins|a long shader/);
  expect(() => page.makeGlobe()).toThrow('This part of a library was left out of the build');
  expect(page.isGlobe({})).toBe(false);
  expect(page.shader).toBe('');
  expect(page.drawSky()).toBe('clouds');
});

test('a module that is replaced does what stands in its place', async () => {
  const { page } = await buildWithout({}, { 'globes/sky.ts': 'export const drawSky = () => undefined;' });

  expect(page.drawSky()).toBeUndefined();
  expect(page.makeGlobe().spin()).toBe('it spins');
});

test('a module that the library does not have any more stops the build', async () => {
  await expect(buildWithout({ 'nobody spins': ['globes/globe.ts', 'globes/gone.ts'] })).rejects.toThrow(
    'Left out, but not there: globes/gone.ts',
  );
});
