import { WORKPLACES } from './operators.ts';
import { expect, newClient, test } from './people.ts';

type Zone = { id: string; name: string; spaces: number; free: number };
type Features = { type: string; features: { id: string; properties: Zone }[] };

for (const { where, use } of WORKPLACES) {
  test.describe(where, () => {
    test.use(use);

    test('anybody reads the zones with the spaces that are free', async ({ page, server }) => {
      const client = await newClient(server);
      const { data } = await client.from('parking_zones').select('id').throwOnError();
      await page.goto('/open/zones.json');
      const read = (file: string) => page.evaluate(async (path) => (await fetch(path)).json(), `/open/${file}`);

      const { zones } = (await read('zones.json')) as { zones: Zone[] };
      expect(zones.map(({ id }) => id).toSorted()).toEqual(data.map(({ id }) => id).toSorted());
      for (const { free, spaces } of zones) expect(free).toBeLessThanOrEqual(spaces);

      const map = (await read('zones.geojson')) as Features;
      expect(map.type).toBe('FeatureCollection');
      const [feature] = map.features;
      expect(zones.find(({ name }) => name === feature?.properties.name)?.spaces).toBe(feature?.properties.spaces);

      const description = (await read('openapi.json')) as { paths: object };
      expect(Object.keys(description.paths)).toEqual(
        expect.arrayContaining(['/open/zones.json', '/open/zones.geojson']),
      );
    });
  });
}
