import { expect, test } from 'vitest';
import { clusterSpots } from './zone-markers.tsx';

const spot = (id: string, lat: number, lng: number) => ({
  id,
  name: id,
  lat,
  lng,
  pricePerHour: 5,
  highestPrice: 5,
  availableSpaces: 1,
});
const WORLD = { west: -180, south: -90, east: 180, north: 90 };
/** MapLibre's. */
const TILE_PX = 512;
const SPOTS = [spot('piantini', 18.47, -69.94), spot('naco', 18.475, -69.93), spot('santiago', 19.45, -70.7)];

test('a driver who looks at the whole country sees close zones as one', () => {
  const { spots, clusters } = clusterSpots(SPOTS, TILE_PX)(8, WORLD);
  expect(spots.map(({ id }) => id)).toEqual(['santiago']);
  expect(clusters).toMatchObject([{ count: 2 }]);
});

test('two zones whose pins would stand within 60 px of each other are one from the first two on', () => {
  // At level 13 a pixel is 9 m wide in Santo Domingo: these are 500 m and 700 m apart.
  const close = [spot('a', 18.47, -69.94), spot('b', 18.4745, -69.94)];
  const apart = [spot('a', 18.47, -69.94), spot('b', 18.4763, -69.94)];
  expect(clusterSpots(close, TILE_PX)(13, WORLD).clusters).toMatchObject([{ count: 2 }]);
  expect(clusterSpots(apart, TILE_PX)(13, WORLD).clusters).toEqual([]);
});

test('two zones at the very same place can still be reached one by one, close up', () => {
  const same = [spot('upper', 18.47, -69.94), spot('lower', 18.47, -69.94)];
  expect(clusterSpots(same, TILE_PX)(17, WORLD).spots).toHaveLength(2);
});
