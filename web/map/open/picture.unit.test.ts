import { expect, test, vi } from 'vitest';
import {
  createPicture,
  createStillView,
  getBounds,
  getPictureUrl,
  placePicture,
  showsAll,
  toPixels,
  toPosition,
} from './picture.ts';

vi.mock('../../data/connection.ts', () => ({
  connection: () => ({ config: { maps: { styleUrl: 'https://parqueo.example/maps/style.json' } } }),
}));

vi.stubGlobal('window', { location: { href: 'https://parqueo.example/map' } });

const CENTRE = { lat: 18.4861, lng: -69.9312, zoom: 13 };
const NOTHING = { top: 0, bottom: 0, left: 0, right: 0 };
const view = (size: { width: number; height: number }, padding = {}) =>
  createStillView(CENTRE, size, { ...NOTHING, ...padding });
const phone = view({ width: 390, height: 726 });
const picture = createPicture(phone, 'dark');

test('a picture is a quarter larger on each side than its view, in whole pixels', () => {
  const { x, y } = placePicture(picture, phone);
  expect([picture.width, picture.height]).toEqual([390 + 2 * 98, 726 + 2 * 182]);
  expect(x).toBeCloseTo(-98, 1);
  expect(y).toBeCloseTo(-182, 1);
});

test('no picture is larger than the server draws', () => {
  const { width, height } = createPicture(view({ width: 1600, height: 1301 }), 'light');
  expect([width, height]).toEqual([1600, 1599]);
});

test('the server is asked for the picture beside its style', () => {
  expect(getPictureUrl(picture)).toBe(
    'https://parqueo.example/maps/still.svg?lat=18.4861&lng=-69.9312&zoom=13&width=586&height=1090&theme=dark',
  );
});

test('a sheet that opens needs no other picture, one that covers nearly all does', () => {
  expect(showsAll(picture, view({ width: 390, height: 726 }, { bottom: 300 }))).toBe(true);
  expect(showsAll(picture, view({ width: 390, height: 726 }, { bottom: 400 }))).toBe(false);
});

/** A phone whose lower half a sheet covers. */
const half = view({ width: 390, height: 726 }, { top: 72, bottom: 428 });

/** Compares to a hundredth of a pixel. */
const expectAt = ({ x, y }: { x: number; y: number }, expected: { x: number; y: number }) => {
  expect(x).toBeCloseTo(expected.x, 2);
  expect(y).toBeCloseTo(expected.y, 2);
};

test('the position is in the middle of what nothing covers', () => {
  expectAt(toPixels(half, CENTRE), { x: 195, y: (72 + 726 - 428) / 2 });
});

test('a degree of longitude is as wide as on MapLibre’s map', () => {
  const { x } = toPixels(half, { ...CENTRE, lng: CENTRE.lng + 0.01 });
  expect(x - 195).toBeCloseTo((0.01 / 360) * 512 * 2 ** 13, 6);
});

test('a pixel stands for the position that is drawn there', () => {
  const pixel = { x: 12, y: 700 };
  expectAt(toPixels(half, toPosition(half, pixel)), pixel);
});

test('the bounds are those of the whole box, covered or not', () => {
  const { west, north, east, south } = getBounds(half);
  expectAt(toPixels(half, { lng: west, lat: north }), { x: 0, y: 0 });
  expectAt(toPixels(half, { lng: east, lat: south }), { x: 390, y: 726 });
});
