// @vitest-environment jsdom
import 'leaflet';
import { geocoders } from 'leaflet-control-geocoder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedMaps, serveMaps } from '../../testing/map-data.ts';

// Leaflet's client of Photon asks over the network.

let maps: ServedMaps;
let client: ReturnType<typeof geocoders.photon>;
beforeAll(async () => {
  maps = await serveMaps();
  // With a slash at the end, as the client writes the addresses of Photon's own servers.
  client = geocoders.photon({ serviceUrl: `${maps.url}/api/`, reverseUrl: `${maps.url}/reverse/` });
});
afterAll(() => maps.close());

test('the client finds a building, and the map it belongs to can go there', async () => {
  const [first] = await client.geocode('agora mall');

  expect(first?.name).toBe(
    'Ágora Mall, Av. John F. Kennedy esq. Av. Abraham Lincoln, Santo Domingo, Distrito Nacional, República Dominicana',
  );
  expect([first?.center.lat, first?.center.lng]).toEqual([18.4839, -69.9389]);
});

test('the client frames a street by its extent', async () => {
  const [first] = await client.geocode('av winston churchill');

  expect(first?.name).toMatch(/^Av\. Winston Churchill, /);
  expect(first?.bbox.isValid()).toBe(true);
  expect(first?.bbox.contains(first.center)).toBe(true);
  expect(first?.bbox.getNorth()).toBeGreaterThan(first?.bbox.getSouth() ?? 90);
  expect(first?.bbox.getEast()).toBeGreaterThan(first?.bbox.getWest() ?? 180);
});

test('the client that shows a map gets what is near to its middle first', async () => {
  const near = (lat: number, lng: number) =>
    client.geocode('la sirena', { map: { getCenter: () => ({ lat, lng }), getZoom: () => 15 } } as never);

  expect((await near(18.4858, -69.841))[0]?.name).toMatch(/^La Sirena San Isidro/);
  expect((await near(18.436, -69.958))[0]?.name).toMatch(/^La Sirena Independencia/);
});

test('the client hears what is at a click', async () => {
  const [first] = await client.reverse({ lat: 18.4861, lng: -69.9312 }, 18);

  expect(first?.name).toMatch(/^Av\. Lope de Vega/);
  expect(first?.properties).toMatchObject({ osm_key: 'highway', type: 'street', countrycode: 'DO' });
});

test('the client finds nothing where nothing is, and takes a refusal for nothing', async () => {
  expect(await client.geocode('xqzkwv')).toEqual([]);
  expect(await client.geocode(' ')).toEqual([]);
  expect(await client.reverse({ lat: 18.2, lng: -69.9 }, 18)).toEqual([]);
});
