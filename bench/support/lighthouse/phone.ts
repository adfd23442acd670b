import { launch } from 'chrome-launcher';
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
