import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { expect, type Page, test } from '@playwright/test';
import { Hono } from 'hono';
import { findFreePort } from '../server/database/embedded/endpoint.ts';
import { createMapsApi } from '../server/maps/maps-api.ts';

// The picture of the map beside MapLibre's own drawing at the same place.

/** Text is rendered differently, so up to a hundredth of the pixels differ; of a map moved by one pixel it is more. */
const MAX_DIFFERENT_SHARE = 0.015;
/** Of red, green and blue together, each up to 255. */
const CLEAR_DIFFERENCE = 90;

const FONT = '/fonts/figtree-latin-wght';
const VIEWPORT = '<!doctype html><meta name="viewport" content="width=device-width">';
const BARE_MAP = `${VIEWPORT}
<style>
  @font-face { font-family: 'Figtree Variable'; font-weight: 300 900; src: url(${FONT}-normal.woff2) }
  @font-face { font-family: 'Figtree Variable'; font-weight: 300 900; font-style: italic; src: url(${FONT}-italic.woff2) }
  body { margin: 0 }
  #map { height: 100vh }
</style>
<div id="map"></div>
<script type="module">
  import { Map, setWorkerUrl } from '/maplibre/maplibre-gl.mjs';
  setWorkerUrl('/maplibre/maplibre-gl-worker.mjs');
  const query = new URLSearchParams(location.search);
  const map = new Map({
    container: 'map',
    style: '/maps/style.json?theme=' + query.get('theme'),
    center: [query.get('lng'), query.get('lat')].map(Number),
    zoom: Number(query.get('zoom')),
    attributionControl: false,
    fadeDuration: 0,
  });
  map.once('idle', () => document.body.setAttribute('data-drawn', ''));
</script>`;

let origin: string;
let server: ReturnType<typeof serve>;
test.beforeAll(async () => {
  const port = await findFreePort();
  origin = `http://127.0.0.1:${port}`;
  const app = new Hono()
    .route('/maps', createMapsApi({ config: { publicUrl: origin } }))
    .get('/bare', (c) => c.html(BARE_MAP))
    .get('/still', (c) =>
      c.html(`${VIEWPORT}<body style="margin:0"><img src="/maps/still.svg?${new URL(c.req.url).searchParams}">`),
    )
    .get('/maplibre/*', serveInside('/maplibre', 'node_modules/maplibre-gl/dist'))
    .get('/fonts/*', serveInside('/fonts', 'node_modules/@fontsource-variable/figtree/files'));
  server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  if (!server.listening) await once(server, 'listening');
});
test.afterAll(() => server.close());

const serveInside = (path: string, root: string) =>
  serveStatic({ root, rewriteRequestPath: (address) => address.slice(path.length) });

for (const [theme, zoom] of [
  ['light', 12.6],
  ['dark', 15.4],
] as const) {
  test(`at zoom ${zoom} the ${theme} picture looks like MapLibre's map`, async ({ page }) => {
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    const view = { lat: '18.48', lng: '-69.93', zoom: `${zoom}`, width: `${width}`, height: `${height}`, theme };
    const query = new URLSearchParams(view);
    await page.goto(`${origin}/bare?${query}`);
    await expect(page.locator('body[data-drawn]')).toBeVisible();
    const drawn = await takeScreenshot(page);
    await page.goto(`${origin}/still?${query}`);
    const still = await takeScreenshot(page);

    expect(await measureDifference(page, drawn, still)).toBeLessThan(MAX_DIFFERENT_SHARE);
  });
}

const takeScreenshot = async (page: Page) => `data:image/png;base64,${(await page.screenshot()).toString('base64')}`;

/** The share of pixels that differ clearly. */
function measureDifference(page: Page, ...images: [string, string]): Promise<number> {
  return page.evaluate(`(async () => {
    const [one, other] = await Promise.all(${JSON.stringify(images)}.map(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height).data;
    }));
    let different = 0;
    for (let i = 0; i < one.length; i += 4) {
      const [red, green, blue] = [i, i + 1, i + 2].map((at) => Math.abs(one[at] - other[at]));
      if (red + green + blue > ${CLEAR_DIFFERENCE}) different += 1;
    }
    return different / (one.length / 4);
  })()`);
}
