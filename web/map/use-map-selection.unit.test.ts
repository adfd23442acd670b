import { expect, test } from 'vitest';
import { frame } from './use-map-selection.ts';

const PHONE = { width: 390, height: 300 };
const MALL = { lat: 18.4838, lng: -69.9394 };

test('a single place is seen close up', () => {
  const { lat, lng, zoom } = frame([MALL], PHONE);
  expect([lat, lng, zoom]).toEqual([expect.closeTo(MALL.lat, 6), expect.closeTo(MALL.lng, 6), 15]);
});

test('places are all in view, in the middle of what is free, with room for their pins', () => {
  // At this latitude a pixel is 2.27 m at level 15.
  const north = { lat: MALL.lat + 0.02, lng: MALL.lng };
  const { lat, zoom } = frame([MALL, north], PHONE);
  expect(lat).toBeCloseTo(MALL.lat + 0.01, 4);
  const metres = 0.02 * 111_195;
  expect(metres / (2.265 * 2 ** (15 - zoom))).toBeCloseTo(PHONE.height - 96, -1);
});

test('places across the sea do not show the whole world, nor does a map without room', () => {
  expect(frame([MALL, { lat: 40.4, lng: -3.7 }], PHONE).zoom).toBe(8);
  expect(frame([MALL, { lat: 18.5, lng: -69.9 }], { width: 390, height: 0 }).zoom).toBeGreaterThanOrEqual(8);
});
