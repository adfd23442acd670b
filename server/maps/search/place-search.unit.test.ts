import { expect, test } from 'vitest';
import type { Landmark } from './landmark.ts';
import { PlaceSearch } from './place-search.ts';

// What a stranger may ask of the search in a large town, in which every name begins alike.

const PLACES = 10_000;
const places = new PlaceSearch(
  Array.from({ length: PLACES }, (_, nth): Landmark => {
    const tag = { key: 'shop', value: 'mall' };
    return { name: `Plaza ${nth}`, type: 'house', tag, point: [-70, 18], prominence: 0.5 };
  }),
);

function measureMs(text: string): number {
  const startedAt = performance.now();
  places.find({ text, limit: 15 });
  return performance.now() - startedAt;
}

test.each([
  ['the same word forty times', Array.from({ length: 40 }, () => 'plaz')],
  ['fifty words', Array.from({ length: 50 }, (_, nth) => `pla${'zab'[nth % 3]}${nth}`)],
])('%s take no longer than a few', (_, words) => {
  const few = Array.from({ length: 3 }, () => measureMs('plaz plaza plazas pla plasa'));
  expect(measureMs(words.join(' '))).toBeLessThan(4 * Math.max(...few));
});

test('words that stand twice find what they find once', () => {
  expect(places.find({ text: 'plaza plaza 77', limit: 1 })).toEqual(places.find({ text: 'plaza 77', limit: 1 }));
});
