import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import configuration from '../playwright.config.ts';
import { SPLASHES } from './installable-app.ts';

// Draws the icons and splash screens of the installed app from icon.svg. Run it again when the icon changes:
// node build/make-icons.ts

const PUBLIC = join(import.meta.dirname, '../web/public');
/** Launchers may crop a maskable icon to the middle four fifths. */
const SAFE_SHARE = 0.8;
const FULL_SHARE = 1;
const SPLASH_SHARE = 0.3;

const icon = await readFile(join(PUBLIC, 'icon.svg'), 'utf8');
const brand = /<rect[^>]*fill="(#[0-9a-f]{6})"/.exec(icon)?.[1];
if (brand === undefined) throw new Error('icon.svg has no background');

const browser = await chromium.launch(configuration.use?.launchOptions ?? {});
const page = await browser.newPage();

/** Draws the icon in the middle of an image; `share` is its part of the shorter side. */
async function draw(file: string, width: number, height: number, share: number, background: string): Promise<void> {
  const side = Math.round(Math.min(width, height) * share);
  await page.setViewportSize({ width, height });
  await page.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${background}}svg{width:${side}px;height:${side}px}</style>${icon}`,
  );
  await writeFile(join(PUBLIC, 'icons', file), await page.screenshot({ omitBackground: background === 'transparent' }));
}

await mkdir(join(PUBLIC, 'icons'), { recursive: true });
await draw('icon-192.png', 192, 192, FULL_SHARE, 'transparent');
await draw('icon-512.png', 512, 512, FULL_SHARE, 'transparent');
await draw('maskable-512.png', 512, 512, SAFE_SHARE, brand);
await draw('apple-touch-icon.png', 180, 180, FULL_SHARE, brand);
for (const { file, width, height, ratio } of SPLASHES) {
  await draw(file, width * ratio, height * ratio, SPLASH_SHARE, brand);
}
await browser.close();
