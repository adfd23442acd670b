import { launch } from 'chrome-launcher';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import puppeteer, { type Browser } from 'puppeteer-core';
import configuration from '../../../playwright.config.ts';

const launchOptions = configuration.use?.launchOptions;

/** A Chrome for Lighthouse, which can draw the map without a graphics card. */
export const launchChrome = () =>
  launch({
    ...(launchOptions?.executablePath ? { chromePath: launchOptions.executablePath } : {}),
    chromeFlags: [
      '--headless=new',
      '--no-sandbox',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  });

/** Uses the Chrome at a port by puppeteer. */
export async function withBrowser<Value>(port: number, use: (browser: Browser) => Promise<Value>): Promise<Value> {
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
  try {
    return await use(browser);
  } finally {
    await browser.disconnect();
  }
}

/** What a fast desktop scores in the benchmark of Lighthouse, whose document on throttling gives its slow phone a fourth of it. */
const FAST_DESKTOP = 1750;
const PHONE_SLOWDOWN = 4;

/** How many times slower than this machine is now the slow phone is: a shared machine is faster at one time than at another. */
export function measureSlowdown(port: number): Promise<number> {
  return withBrowser(port, async (browser) => {
    const page = await browser.newPage();
    const index = await page.evaluate(pageFunctions.computeBenchmarkIndex);
    await page.close();
    return Math.min(PHONE_SLOWDOWN, Math.max(1, (PHONE_SLOWDOWN * index) / FAST_DESKTOP));
  });
}
