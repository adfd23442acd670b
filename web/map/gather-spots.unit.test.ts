import { expect, test } from 'vitest';
import { gatherSpots } from './gather-spots.ts';

const spot = (id: string, lat: number, lng: number) => ({
  id,
  name: id,
  lat,
  lng,
  pricePerHour: 5,
  availableSpaces: 1,
});
const SPOTS = [spot('piantini', 18.47, -69.94), spot('naco', 18.475, -69.93), spot('santiago', 19.45, -70.7)];

test('a driver who looks at the whole country sees close zones as one', () => {
  const { spots, clusters } = gatherSpots(SPOTS)(8);
  expect(spots.map(({ id }) => id)).toEqual(['santiago']);
  expect(clusters).toMatchObject([{ count: 2 }]);
});

test('a driver in the city sees every zone', () => {
  const { spots, clusters } = gatherSpots(SPOTS)(13);
  expect(spots.map(({ id }) => id).toSorted()).toEqual(['naco', 'piantini', 'santiago']);
  expect(clusters).toEqual([]);
});

test('zooming to the level of a cluster takes it apart', () => {
  const gathering = gatherSpots(SPOTS);
  const [cluster] = gathering(8).clusters;
  expect(gathering(cluster?.splitZoom ?? 0).clusters).toEqual([]);
});

test('two zones at the very same place can still be reached one by one in the city', () => {
  const same = [spot('upper', 18.47, -69.94), spot('lower', 18.47, -69.94)];
  expect(gatherSpots(same)(12).spots).toHaveLength(2);
});
