import { type Browser, type Page, PredefinedNetworkConditions } from 'puppeteer-core';

// How long a driver waits when they move the map for the first time.

/** Lighthouse's phone. */
const VIEWPORT = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
/** On the map, clear of the search and of the sheet. */
const START = { x: 200, y: 180 };
/** After as many the finger is back where it started. */
const STEPS = 10;
const MAX_STEPS = 1000;
const STEP_PX = 12;
const MOVED_PX = 5;
const MAX_MS = 60_000;

const FIND_PIN = `[...document.querySelectorAll('button[aria-label]')].find((pin) => /^Kennedy.Lincoln, /.test(pin.ariaLabel))`;
const IS_MOVABLE = `(() => {
  const canvas = document.querySelector('.maplibregl-canvas');
  return canvas !== null && getComputedStyle(canvas).visibility === 'visible';
})()`;
const readPinX = (page: Page) => page.evaluate(`${FIND_PIN}.getBoundingClientRect().x`) as Promise<number>;

/**
 * Drags the map until it follows.
 * @returns the seconds since the first touch
 * @throws when it goes on for too long
 */
async function dragUntilMoved(page: Page): Promise<number> {
  const before = await readPinX(page);
  const touch = await page.touchscreen.touchStart(START.x, START.y);
  for (let step = 1; Math.abs((await readPinX(page)) - before) <= MOVED_PX; step += 1) {
    if (step > MAX_STEPS) throw new Error('The map does not follow the drag');
    await touch.move(START.x + (step % STEPS) * STEP_PX, START.y);
  }
  await touch.end();
  return (await page.evaluate('(performance.now() - window.firstTouchAt) / 1000')) as number;
}

/**
 * Opens the map on Lighthouse's slow phone and network, touches it, and drags it as soon as it can be moved.
 * @returns the seconds from the first touch until the map follows a finger
 */
export async function measureFirstMove(browser: Browser, url: string, slowdown: number): Promise<number> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(MAX_MS);
  try {
    await page.setViewport(VIEWPORT);
    await page.emulateCPUThrottling(slowdown);
    await page.emulateNetworkConditions(PredefinedNetworkConditions['Slow 4G']);
    await page.goto(`${url}/map`, { timeout: MAX_MS });
    await page.waitForFunction(FIND_PIN);
    await page.waitForNetworkIdle();
    if (await page.evaluate(IS_MOVABLE)) throw new Error('MapLibre is there before anybody moves the map');
    await page.evaluate(`document.addEventListener(
      'touchstart', () => { window.firstTouchAt ??= performance.now(); }, { capture: true })`);
    await page.touchscreen.tap(START.x, START.y);
    await page.waitForFunction(IS_MOVABLE, { polling: 'raf' });
    return await dragUntilMoved(page);
  } finally {
    await context.close();
  }
}
