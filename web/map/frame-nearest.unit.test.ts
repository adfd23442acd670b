import { expect, test } from 'vitest';
import { frameNearest } from './frame-nearest.ts';

const HERE = { lat: 18.4861, lng: -69.9312 };
const WORLD_PX = 512;
const FRAME = { width: 390, height: 240, levels: { worldPx: WORLD_PX, areWhole: false } };
const PIN_PX = 44;
const CLOSE_UP = { ...HERE, zoom: 15 };
const at = (north: number, east: number) => ({ lat: HERE.lat + north, lng: HERE.lng + east });

/** How far right of and below the middle of the frame a position shows, in px. */
function place(view: { lat: number; lng: number; zoom: number }, position: { lat: number; lng: number }) {
  const scale = WORLD_PX * 2 ** view.zoom;
  const south = (lat: number) => -Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI);
  return {
    right: ((position.lng - view.lng) / 360) * scale,
    below: (south(position.lat) - south(view.lat)) * scale,
  };
}

test('a driver with a zone nearby sees the close-up around them', () => {
  expect(frameNearest(HERE, [at(0.0005, 0.001), at(0.05, 0)], FRAME)).toEqual(CLOSE_UP);
});

test('a driver with no zone nearby sees themselves and the nearest three, each with its whole pin', () => {
  const nearest = [at(0.01, 0), at(-0.012, 0.01), at(0.004, -0.02)];
  const view = frameNearest(HERE, [at(0.2, 0.2), ...nearest, at(0.03, 0.03)], FRAME);
  expect(view.zoom).toBeLessThan(15);
  for (const position of [HERE, ...nearest]) {
    const { right, below } = place(view, position);
    expect(Math.abs(right)).toBeLessThanOrEqual(FRAME.width / 2 - PIN_PX / 2);
    expect(below).toBeLessThanOrEqual(FRAME.height / 2);
    expect(below - PIN_PX).toBeGreaterThanOrEqual(-FRAME.height / 2);
  }
  expect(Math.abs(place(view, at(0.2, 0.2)).right)).toBeGreaterThan(FRAME.width / 2);
});

test('a provider of whole levels gets the one below', () => {
  const spots = [at(0.01, 0), at(-0.012, 0.01), at(0.004, -0.02)];
  const { zoom } = frameNearest(HERE, spots, FRAME);
  const levels = { worldPx: WORLD_PX, areWhole: true };
  expect(frameNearest(HERE, spots, { ...FRAME, levels }).zoom).toBe(Math.floor(zoom));
});

test('without zones, or before the size of the map is known, a driver sees the close-up', () => {
  expect(frameNearest(HERE, [], FRAME)).toEqual(CLOSE_UP);
  expect(frameNearest(HERE, [at(0.01, 0)], { ...FRAME, height: 0 })).toEqual(CLOSE_UP);
});
