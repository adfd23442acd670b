import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import configuration from '../playwright.config.ts';
import { DRIVER_WALKS } from './driver-walks.ts';
import setUp from './global-setup.ts';
import { LIVE_WALKS } from './live-walks.ts';
import { OFFICE_WALKS } from './office-walks.ts';
import { copyDataTemplate, startServer } from './server.ts';
import type { Walk } from './walk.ts';

// Photographs every stop of the walks into test-results/screenshots, in both themes; the back office at desk size too.
const FOLDER = join(import.meta.dirname, '../test-results/screenshots');
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };
const LOOKS = [
  { colorScheme: 'light', viewport: PHONE, suffix: '' },
  { colorScheme: 'dark', viewport: PHONE, suffix: '-dark' },
  { colorScheme: 'light', viewport: DESK, suffix: '-desk' },
] as const;

const shots = new Map<string, number>();

/** A name after the address, with a number from the second picture on, such as `admin-zones-2`. */
function nameShot(page: Page): string {
  const { pathname, searchParams } = new URL(page.url());
  const words = [...pathname.split('/'), searchParams.get('tab')].filter(
    (word) => word && !/^[0-9a-f-]{36}$/.test(word),
  );
  const name = words.join('-');
  const number = (shots.get(name) ?? 0) + 1;
  shots.set(name, number);
  return number === 1 ? name : `${name}-${number}`;
}

async function look(page: Page): Promise<void> {
  const name = nameShot(page);
  for (const { colorScheme, viewport, suffix } of LOOKS) {
    if (viewport === DESK && !name.startsWith('admin')) continue;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.getByText('Loading map...').first().waitFor({ state: 'hidden' });
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(FOLDER, `${name}${suffix}.png`) });
  }
  await page.setViewportSize(PHONE);
}

async function photograph(browser: Browser, walks: Record<string, Walk>, env: Record<string, string>): Promise<void> {
  const server = await startServer(await copyDataTemplate(), env);
  const { locale = 'en-US', timezoneId = '', geolocation = { latitude: 0, longitude: 0 } } = configuration.use ?? {};
  for (const takeWalk of Object.values(walks)) {
    const options = { locale, timezoneId, geolocation, permissions: ['geolocation'], viewport: PHONE };
    const context = await browser.newContext({ ...options, baseURL: server.url, reducedMotion: 'reduce' });
    await takeWalk({ page: await context.newPage(), server, look });
    await context.close();
  }
  await server.stop();
}

await mkdir(FOLDER, { recursive: true });
const removeTemplate = await setUp();
const browser = await chromium.launch(configuration.use?.launchOptions);
try {
  await photograph(browser, { ...DRIVER_WALKS, ...OFFICE_WALKS }, {});
  await photograph(browser, LIVE_WALKS, { SAMPLES: 'off' });
} finally {
  await browser.close();
  await removeTemplate();
}
