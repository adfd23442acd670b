import { expect, test, vi } from 'vitest';
import { createPicture, getPictureUrl, isNearlyUsedUp, placePicture, showsAll } from './picture.ts';
import { createStillView, dragView } from './still-view.ts';

vi.mock('../../../data/connection.ts', () => ({
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
  const { x, y, scale } = placePicture(picture, phone);
  expect([picture.width, picture.height, scale]).toEqual([390 + 2 * 98, 726 + 2 * 182, 1]);
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

test('a level that the server does not draw is shown smaller or larger', () => {
  const close = { ...phone, position: { ...CENTRE, zoom: 20 } };
  const nearest = createPicture(close, 'light');
  expect(nearest.position.zoom).toBe(18);
  expect(placePicture(nearest, close).scale).toBe(4);
  expect(showsAll(nearest, close)).toBe(true);
});

test('a sheet that opens, or a short drag, needs no other picture', () => {
  expect(showsAll(picture, view({ width: 390, height: 726 }, { bottom: 300 }))).toBe(true);
  const drag = (x: number) => ({ ...phone, position: dragView(phone, { x: 0, y: 0 }, { x, y: 0 }) });
  expect(showsAll(picture, drag(90))).toBe(true);
  expect(showsAll(picture, drag(110))).toBe(false);
});

test('a drag past half of the margin, or a zoom that shows more than it, needs the next picture soon', () => {
  const drag = (x: number, zoomBy = 0) => ({
    ...phone,
    position: dragView(phone, phone.focal, { x: phone.focal.x + x, y: phone.focal.y }, zoomBy),
  });
  expect([drag(45), drag(0, 2), drag(0, -0.2)].map((moved) => isNearlyUsedUp(picture, moved))).toEqual([
    false,
    false,
    false,
  ]);
  expect([drag(55), drag(-55), drag(0, -0.5)].map((moved) => isNearlyUsedUp(picture, moved))).toEqual([
    true,
    true,
    true,
  ]);
});

test('another zoom needs another picture, as the old one is not sharp', () => {
  expect(showsAll(picture, { ...phone, position: { ...CENTRE, zoom: 12.9 } })).toBe(false);
});
