import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { addMapStart } from '../web-build.ts';

const PAGE = '<head><title>Parqueo</title></head>';
const addWith = (env: Record<string, string>) => addMapStart(PAGE, readConfig(env, '/srv'));

test('the page learns where it gets the picture of the start of the map', () => {
  expect(addWith({ PUBLIC_URL: 'https://parqueo.example' })).toBe(
    '<head><meta name="map-start" content="https://parqueo.example/maps/still.svg?lat=18.4861&amp;lng=-69.9312&amp;zoom=13" />' +
      '<title>Parqueo</title></head>',
  );
});

test('with the style of an operator or with Google the page has no picture', () => {
  expect(addWith({ MAP_STYLE_URL: 'https://maps.example/style.json' })).toBe(PAGE);
  expect(addWith({ GOOGLE_MAPS_API_KEY: 'a-key' })).toBe(PAGE);
});
