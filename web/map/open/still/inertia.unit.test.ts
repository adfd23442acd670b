import { expect, test } from 'vitest';
import { carryOn } from './inertia.ts';

/** A drag to the right by so many pixels each 10 ms. */
const drag = (px: number) => [0, 10, 20, 30].map((timeMs) => ({ timeMs, point: { x: (px * timeMs) / 10, y: 0 } }));

test('a drag that ends with speed carries on as MapLibre’s does, in its direction', () => {
  const { by, timing } = carryOn(drag(10), 30) ?? {};
  // A thousand pixels a second: 300 of them slow down by 750 each second.
  expect(by).toEqual({ x: expect.closeTo(60), y: 0 });
  expect(timing?.duration).toBeCloseTo(400);
});

test('the faster a drag, the further it carries on, up to what a picture can show', () => {
  const reach = (px: number) => carryOn(drag(px), 30)?.by.x ?? 0;
  expect(reach(5)).toBeLessThan(reach(10));
  expect(reach(100)).toBeCloseTo(reach(1000));
  expect(reach(1000)).toBeLessThan(200);
});

test('a finger that rests before it is taken away stops the map', () => {
  expect(Math.abs(carryOn(drag(10), 1500)?.by.x ?? 0)).toBeLessThan(0.1);
  const rested = [...drag(10), { timeMs: 900, point: { x: 30, y: 0 } }, { timeMs: 1000, point: { x: 30, y: 0 } }];
  expect(carryOn(rested, 1000)).toBeNull();
});

test('one place alone has no speed', () => {
  expect(carryOn([], 10)).toBeNull();
  expect(carryOn([{ timeMs: 10, point: { x: 1, y: 1 } }], 20)).toBeNull();
});
