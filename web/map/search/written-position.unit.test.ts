import { expect, test } from 'vitest';
import { parsePosition } from './written-position.ts';

const SANTO_DOMINGO = { lat: 18.48, lng: -69.93 };
const SANTIAGO = { lat: 19.45, lng: -70.69 };
const locate = async (town: string) => (town === '' ? SANTO_DOMINGO : town === 'Santiago' ? SANTIAGO : null);
const parse = (text: string) => parsePosition(text, locate);

test.each([
  '18.4861, -69.9312',
  '18.4861 -69.9312',
  '18,4861; -69,9312',
  '18,4861, -69,9312',
  '18.4861, −69.9312',
  '18.4861° N, 69.9312° W',
  '18.4861ºN 69.9312ºO',
  `18°29'9.96"N 69°55'52.32"O`,
  '18° 29.166′ N, 69° 55.872′ W',
  'geo:18.4861,-69.9312',
  'https://maps.google.com/?q=18.4861,-69.9312',
  'https://www.google.com/maps/@18.4861,-69.9312,17z',
])('%s is the centre of the city', async (text) => {
  const { lat = 0, lng = 0 } = (await parse(text)) ?? {};
  expect([lat, lng]).toEqual([expect.closeTo(18.4861, 4), expect.closeTo(-69.9312, 4)]);
});

test('two decimals are no minutes', async () => {
  expect(await parse('18.4, -69.9')).toEqual({ lat: 18.4, lng: -69.9 });
});

test.each([
  ['77CGF3P9+CG', 18.486, -69.931],
  ['77cgf3p9+cgf', 18.486, -69.931],
  ['F3P9+CG', 18.486, -69.931],
  ['F3P9+CG Santo Domingo', null, null],
  ['C8X5+2M, Santiago', 19.4475, -70.691],
])('the plus code %s is at %s, %s', async (code, lat, lng) => {
  const found = await parse(code);
  expect(found).toEqual(
    lat === null || lng === null ? null : { lat: expect.closeTo(lat, 2), lng: expect.closeTo(lng, 2) },
  );
});

test.each(['Av. 27 de Febrero 12.5', '27 de Febrero, 14', '809 555 1234', 'km 9.5', '91.5, -69.9', '18.4861', 'C + D'])(
  '%s is no position',
  async (text) => {
    expect(await parse(text)).toBeNull();
  },
);
