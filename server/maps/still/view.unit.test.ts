import { expect, test } from 'vitest';
import { Projection, toMercator } from './view.ts';

const VIEW = { lat: 18.48, lng: -69.93, zoom: 13.5, width: 390, height: 844 };

test('the position of the view is in the centre of the picture', () => {
  const [x, y] = new Projection(VIEW).toPixels(...toMercator([VIEW.lng, VIEW.lat]));

  expect([x, y]).toEqual([expect.closeTo(195, 6), expect.closeTo(422, 6)]);
});

test('a degree of longitude has as many pixels as on a MapLibre map', () => {
  const projection = new Projection(VIEW);
  const [west] = projection.toPixels(...toMercator([-70, 18.48]));
  const [east] = projection.toPixels(...toMercator([-69, 18.48]));

  expect(east - west).toBeCloseTo((512 * 2 ** 13.5) / 360, 6);
});
