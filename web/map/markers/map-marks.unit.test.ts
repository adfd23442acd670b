import { expect, test } from 'vitest';
import { clusterZones } from './map-marks.tsx';

const zone = (id: string, lat: number, lng: number) => ({
  id,
  name: id,
  position: { lat, lng },
  lowestRate: 5,
  highestRate: 5,
  availableSpaces: 1,
});
const WORLD = { west: -180, south: -90, east: 180, north: 90 };
/** MapLibre's. */
const TILE_PX = 512;
const ZONES = [zone('piantini', 18.47, -69.94), zone('naco', 18.475, -69.93), zone('santiago', 19.45, -70.7)];

test('a driver who looks at the whole country sees close zones as one', () => {
  const { single, clusters } = clusterZones(ZONES, TILE_PX)(8, WORLD);
  expect(single.map(({ id }) => id)).toEqual(['santiago']);
  expect(clusters).toMatchObject([{ count: 2 }]);
});

test('two zones whose pins would stand within 60 px of each other are one from the first two on', () => {
  // At level 13 a pixel is 9 m wide in Santo Domingo: these are 500 m and 700 m apart.
  const close = [zone('a', 18.47, -69.94), zone('b', 18.4745, -69.94)];
  const apart = [zone('a', 18.47, -69.94), zone('b', 18.4763, -69.94)];
  expect(clusterZones(close, TILE_PX)(13, WORLD).clusters).toMatchObject([{ count: 2 }]);
  expect(clusterZones(apart, TILE_PX)(13, WORLD).clusters).toEqual([]);
});

test('two zones at the very same place can still be reached one by one, close up', () => {
  const same = [zone('upper', 18.47, -69.94), zone('lower', 18.47, -69.94)];
  expect(clusterZones(same, TILE_PX)(17, WORLD).single).toHaveLength(2);
});
