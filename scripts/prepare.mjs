import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { digestOf, fail, npm, PINNED_NODE, program, ROOT, run } from './project.mjs';

const BUILD_SOURCES = ['web', 'domain', 'vite.config.ts', 'package-lock.json'];
const BUILD_DIGEST = join(ROOT, 'dist/web.sha256');

const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** Whether node_modules holds what the lockfile says; packages for other machines may be missing. */
function isInstalled() {
  if (!existsSync(PINNED_NODE) || !existsSync(join(ROOT, 'node_modules/.package-lock.json'))) return false;
  const wanted = Object.entries(readJson('package-lock.json').packages);
  const { packages } = readJson('node_modules/.package-lock.json');
  return wanted.every(
    ([path, { version, optional }]) => path === '' || (packages[path] ? packages[path].version === version : optional),
  );
}

/** Installs the packages of the lockfile unless they are there. */
export async function install() {
  if (isInstalled()) return;
  console.log('Installing packages …');
  if ((await npm(['ci'])) !== 0) fail('The packages could not be installed; npm said why above');
}

/** Builds the web app unless its sources are those of the last build. */
export async function build() {
  const digest = digestOf(BUILD_SOURCES);
  const isBuilt = existsSync(join(ROOT, 'dist/web/index.html')) && existsSync(BUILD_DIGEST);
  if (isBuilt && readFileSync(BUILD_DIGEST, 'utf8') === digest) return;
  console.log('Building the web app …');
  const code = await run(PINNED_NODE, [program('vite/bin/vite.js'), 'build', '--logLevel', 'warn']);
  if (code !== 0) fail('The web app could not be built; Vite said why above');
  mkdirSync(dirname(BUILD_DIGEST), { recursive: true });
  writeFileSync(BUILD_DIGEST, digest);
}
