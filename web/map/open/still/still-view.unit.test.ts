import { expect, test } from 'vitest';
import { createStillView, dragView, fitPath, getBounds, interpolateView, toPixels, toPosition } from './still-view.ts';

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

test('the centre stays in the box when everything is covered', () => {
  expectAt(createStillView(CENTRE, PHONE, { ...NOTHING, bottom: 2000 }).focal, { x: 195, y: 0 });
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

test('what is under the finger stays under it, whatever the zoom does', () => {
  const [from, to] = [
    { x: 100, y: 300 },
    { x: 160, y: 250 },
  ];
  const held = toPosition(phone, from);
  for (const zoomBy of [0, 1.5, -2]) {
    const position = dragView(phone, from, to, zoomBy);
    expect(position.zoom).toBe(13 + zoomBy);
    expectAt(toPixels({ ...phone, position }, held), to);
  }
});

test('nobody zooms closer than MapLibre or drags the map beyond the pole', () => {
  const { zoom } = dragView(phone, phone.focal, phone.focal, 30);
  expect(zoom).toBe(22);
  const world = { ...phone, position: { lat: 80, lng: 0, zoom: 1 } };
  expect(dragView(world, { x: 0, y: 0 }, { x: 0, y: 5000 }).lat).toBe(85);
});

test('between two views every position goes straight from one pixel to the other', () => {
  const other = createStillView({ lat: 18.5, lng: -69.9, zoom: 15 }, PHONE, { ...NOTHING, top: 200, bottom: 100 });
  const places = [CENTRE, { lat: 18.52, lng: -69.95 }];
  for (const part of [0, 0.3, 1]) {
    const between = interpolateView(phone, other, part);
    expect(between.focal).toEqual(other.focal);
    for (const place of places) {
      const [from, to] = [toPixels(phone, place), toPixels(other, place)];
      expectAt(toPixels(between, place), { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    }
  }
});

test('a path is as large as what nothing covers allows, 48 px from its edges', () => {
  const path = [CENTRE, { lat: 18.4721, lng: -69.8823 }, { lat: 18.475, lng: -69.9 }];
  const covered = { ...NOTHING, top: 100, right: 50 };
  const fitted = fitPath(path, PHONE, covered);
  if (fitted === null) throw new Error('There is room');
  const view = createStillView(fitted, PHONE, covered);
  const [start, end] = path.map((position) => toPixels(view, position));
  expect([start?.x, end?.x]).toEqual([expect.closeTo(48, 2), expect.closeTo(390 - 50 - 48, 2)]);
  expect(((start?.y ?? 0) + (end?.y ?? 0)) / 2).toBeCloseTo((726 + 100) / 2, 2);
});

test('a path to where one is already is shown as close as can be', () => {
  expect(fitPath([CENTRE, CENTRE], PHONE, NOTHING)).toEqual({
    lat: expect.closeTo(CENTRE.lat, 8),
    lng: expect.closeTo(CENTRE.lng, 8),
    zoom: 22,
  });
});

test('a path is fitted into nothing where there is no room', () => {
  expect(fitPath([CENTRE], { width: 90, height: 500 }, NOTHING)).toBeNull();
  expect(fitPath([], PHONE, NOTHING)).toBeNull();
});
