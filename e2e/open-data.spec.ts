import { expect, test } from './people.ts';

test('a page of any site shows where spaces are free, without a key', async ({ page, server }) => {
  await page.goto('about:blank');
  const { features } = (await page.evaluate(
    async (address) => (await fetch(address)).json(),
    `${server.url}/open/zones.geojson`,
  )) as { features: { geometry: { coordinates: number[] }; properties: { name: string; free: number } }[] };
  const zone = features.find(({ properties }) => properties.name === 'Kennedy–Lincoln');
  expect(zone?.properties.free).toBeGreaterThan(0);
  expect(zone?.geometry.coordinates[0]).toBeCloseTo(-69.9, 0);
});
