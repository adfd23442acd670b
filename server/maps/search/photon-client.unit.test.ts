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
