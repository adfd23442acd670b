import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, hashSources, NODE, npm, ROOT, run } from './project.mjs';

const BUILD_SOURCES = ['web', 'domain', 'build', 'vite.config.ts', 'package-lock.json'];
/** The last files that building writes. */
const BUILD_RESULTS = ['dist/web/index.html', 'dist/web/sw.js'];
const BUILD_DIGEST = join(ROOT, 'dist/web.sha256');

const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** Whether node_modules holds what the lockfile says; packages for other machines may be missing. */
function isInstalled(withDevPackages) {
  if (!existsSync(NODE) || !existsSync(join(ROOT, 'node_modules/.package-lock.json'))) return false;
  const wanted = Object.entries(readJson('package-lock.json').packages);
  const { packages } = readJson('node_modules/.package-lock.json');
  return wanted.every(([path, { version, optional, dev, devOptional }]) => {
    if (path === '') return true;
    if (packages[path]) return packages[path].version === version;
    return optional || (!withDevPackages && (dev || devOptional));
  });
}

/**
 * Installs the packages of the lockfile unless they are there.
 * @param {{ withDevPackages?: boolean }} options whether to install also the packages that neither build nor run the product
 */
export async function install({ withDevPackages = true } = {}) {
  if (!isInstalled(withDevPackages)) {
    console.log('Installing packages …');
    if ((await npm(withDevPackages ? ['ci'] : ['ci', '--omit=dev'])) !== 0)
      fail('The packages could not be installed; npm said why above');
    if (!existsSync(NODE)) {
      fail('npm left out the install steps of packages; run "npm ci --ignore-scripts=false" and start again');
    }
    if (!withDevPackages) removeUnusedFiles();
  }
}

/** Files that only compilers, debuggers and readers use: about a third of what npm installs. */
const UNUSED_FILES = /^(?!licen[cs]e|notice).*\.(map|h|hpp|a|flow|md|gif|tsbuildinfo|[cm]?tsx?)$/i;

function removeUnusedFiles() {
  for (const entry of readdirSync(join(ROOT, 'node_modules'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && UNUSED_FILES.test(entry.name)) rmSync(join(entry.parentPath, entry.name));
  }
}

export const BUILD_FAILURE = 'The web app could not be built; Vite said why above';

/**
 * Builds the web app unless its sources are those of the last build.
 * @returns {Promise<boolean>} whether the build is there
 */
export async function build() {
  const digest = hashSources(BUILD_SOURCES);
  const isThere = BUILD_RESULTS.every((path) => existsSync(join(ROOT, path))) && existsSync(BUILD_DIGEST);
  if (isThere && readFileSync(BUILD_DIGEST, 'utf8') === digest) return true;
  console.log('Building the web app …');
  rmSync(BUILD_DIGEST, { force: true });
  if ((await run(NODE, ['build/build-web.ts'])) !== 0) return false;
  mkdirSync(dirname(BUILD_DIGEST), { recursive: true });
  writeFileSync(BUILD_DIGEST, digest);
  return true;
}
