import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedMaps, serveMaps } from '../testing/map-data.ts';

const WORDS = ['toString', 'constructor', '__proto__', 'hasOwnProperty', '%00', '%ED%A0%80', 'a'.repeat(6000)];
const ROUTE = '/route/v1/driving/-69.93,18.48;-69.94,18.47';
const STILL = '/still.svg?lat=18.48&lng=-69.93&zoom=13&width=390&height=844';
const OPTIONS = [
  ...['overview', 'geometries', 'steps', 'alternatives', 'annotations', 'hints', 'bearings', 'radiuses', 'approaches'],
  ...['q', 'lat', 'lon', 'limit', 'bbox', 'layer', 'lang', 'radius', 'theme', 'v', 'units', ...WORDS.slice(0, 4)],
  ...['lng', 'zoom', 'width', 'height'],
];

let maps: ServedMaps;
beforeAll(async () => {
  maps = await serveMaps();
});
afterAll(() => maps.close());

test.each([ROUTE, STILL, '/api?q=naco', '/reverse?lat=18.48&lon=-69.93', '/style.json', '/tiles/1/13/2504/3670.mvt'])(
  'no odd word in any option makes %s fail',
  async (path) => {
    const join = path.includes('?') ? '&' : '?';
    for (const option of OPTIONS) {
      for (const word of WORDS) {
        const { status } = await fetch(`${maps.url}${path}${join}${option}=${word}`, { method: 'GET' });
        expect([option, word, status < 500]).toEqual([option, word, true]);
      }
    }
  },
);

test.each(WORDS.slice(0, 4))('the name %s is no option, no service and no profile', async (word) => {
  const option = await fetch(`${maps.url}${ROUTE}?${word}=true`);
  expect([option.status, ((await option.json()) as { code: string }).code]).toEqual([400, 'InvalidQuery']);
  const service = await fetch(`${maps.url}/${word}/v1/${word}/-69.93,18.48;-69.94,18.47`);
  expect([service.status, ((await service.json()) as { code: string }).code]).toEqual([400, 'InvalidService']);
});
