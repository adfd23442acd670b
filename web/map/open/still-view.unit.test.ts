import { expect, test } from 'vitest';
import { createStillView, getBounds, toPixels, toPosition } from './picture.ts';

const CENTRE = { lat: 18.4861, lng: -69.9312, zoom: 13 };
const PHONE = { width: 390, height: 726 };
const NOTHING = { top: 0, bottom: 0, left: 0, right: 0 };
const phone = createStillView(CENTRE, PHONE, { ...NOTHING, top: 72, bottom: 428 });

/** Compares to a hundredth of a pixel. */
const expectAt = ({ x, y }: { x: number; y: number }, expected: { x: number; y: number }) => {
  expect(x).toBeCloseTo(expected.x, 2);
  expect(y).toBeCloseTo(expected.y, 2);
};

test('the position is in the middle of what nothing covers', () => {
  expectAt(toPixels(phone, CENTRE), { x: 195, y: (72 + 726 - 428) / 2 });
});

test('a degree of longitude is as wide as on MapLibre’s map', () => {
  const { x } = toPixels(phone, { ...CENTRE, lng: CENTRE.lng + 0.01 });
  expect(x - 195).toBeCloseTo((0.01 / 360) * 512 * 2 ** 13, 6);
});

test('a pixel stands for the position that is drawn there', () => {
  const pixel = { x: 12, y: 700 };
  expectAt(toPixels(phone, toPosition(phone, pixel)), pixel);
});

test('the bounds are those of the whole box, covered or not', () => {
  const { west, north, east, south } = getBounds(phone);
  expectAt(toPixels(phone, { lng: west, lat: north }), { x: 0, y: 0 });
  expectAt(toPixels(phone, { lng: east, lat: south }), { x: 390, y: 726 });
});
