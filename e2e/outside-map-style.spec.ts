import { test as base, expect } from './people.ts';

const STYLE_URL = 'https://maps.example/style.json';
const PICTURE_URL = 'https://maps.example/picture.png';
const WHITE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==';
/** The map reads what comes from elsewhere. */
const headers = { 'access-control-allow-origin': '*' };
const CORNERS = [
  [-71, 19.5],
  [-69, 19.5],
  [-69, 17.5],
  [-71, 17.5],
];

/** A style with what the built-in one has not: a globe with a sky, a picture, heights, heat and dashes. */
const STYLE = {
  version: 8,
  projection: { type: 'globe' },
  sky: { 'sky-color': '#88c6fc' },
  sources: {
    picture: { type: 'image', url: PICTURE_URL, coordinates: CORNERS },
    block: { type: 'geojson', data: { type: 'Polygon', coordinates: [[...CORNERS, CORNERS[0]]] } },
    crowd: { type: 'geojson', data: { type: 'Point', coordinates: [-69.93, 18.48] } },
  },
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': '#dde' } },
    { id: 'picture', type: 'raster', source: 'picture' },
    { id: 'block', type: 'fill-extrusion', source: 'block', paint: { 'fill-extrusion-height': 10 } },
    { id: 'edge', type: 'line', source: 'block', paint: { 'line-dasharray': [2, 1], 'line-width': 2 } },
    { id: 'crowd', type: 'heatmap', source: 'crowd' },
  ],
};

const test = base.extend({
  serverEnv: { MAP_STYLE_URL: STYLE_URL },
});

test('a style of the operator’s own may use all of MapLibre, and the map starts with the logo', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning' && /map/i.test(message.text())) warnings.push(message.text());
  });
  await page.route(STYLE_URL, (route) => route.fulfill({ json: STYLE, headers }));
  await page.route(PICTURE_URL, (route) =>
    route.fulfill({ body: Buffer.from(WHITE_PIXEL, 'base64'), contentType: 'image/png', headers }),
  );
  const start = Promise.withResolvers<void>();
  await page.route('**/config.json', async (route) => {
    await start.promise;
    await route.continue();
  });
  await page.goto('/map', { waitUntil: 'commit' });
  await expect(page.getByRole('status', { name: 'Loading Parqueo' })).toBeVisible();
  await expect(page.locator('#map-start')).toBeHidden();
  start.resolve();
  await expect(page.getByRole('button', { name: /^Kennedy–Lincoln, / })).toBeVisible();
  await expect(page.getByText('Loading map...')).toBeHidden();
  expect(warnings).toEqual([]);
});
