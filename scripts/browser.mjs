import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { NODE, program, run } from './project.mjs';

/** Chromium without the parts that show a window: the tests take two thirds of the time in it. */
const HEADLESS_SHELL = 'chromium-headless-shell';

const KNOWN_PLACES = [
  `/usr/bin/${HEADLESS_SHELL}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const isDebian = () => existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
const isRoot = () => process.getuid?.() === 0;

/** Installs Debian packages, as root. @returns {Promise<boolean>} whether that went well */
export async function installDebian(names) {
  if (!isDebian() || !isRoot()) return false;
  console.log(`Installing ${names.join(', ')} …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, quiet: true });
  return (await run('apt-get', ['install', '-y', '-qq', ...names], { env, quiet: true })) === 0;
}

export const isContinuousIntegration = () => Boolean(process.env.CI);

/**
 * The Chromium that browser tests use, installed when there is none.
 * @returns {Promise<string>} its absolute path
 * @throws with one line when there is none and none can be installed
 */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH takes the path of a Chromium; ${named} is none`);
  if (named) return named;
  if (!existsSync(KNOWN_PLACES[0])) await installDebian([HEADLESS_SHELL]);
  const known = KNOWN_PLACES.find((path) => existsSync(path));
  if (known) return known;
  console.log('Installing a browser …');
  const code = await run(NODE, [program('@playwright/test/cli.js'), 'install', 'chromium']);
  if (code !== 0) throw new Error('No browser for the tests: set CHROMIUM_PATH to a Chromium');
  const { chromium } = await import(pathToFileURL(program('playwright-core/index.mjs')).href);
  return chromium.executablePath();
}
