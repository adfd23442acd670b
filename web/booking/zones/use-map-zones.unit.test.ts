import { expect, test } from 'vitest';
import { findRegion } from './use-map-zones.ts';

const VIEW = { west: -69.95, south: 18.45, east: -69.9, north: 18.52 };
const moved = (degrees: number) => ({ ...VIEW, west: VIEW.west + degrees, east: VIEW.east + degrees });

test('the region holds all that the map shows and not much more', () => {
  const region = findRegion(VIEW, null);
  expect(region.west).toBeLessThanOrEqual(VIEW.west);
  expect(region.south).toBeLessThanOrEqual(VIEW.south);
  expect(region.east).toBeGreaterThanOrEqual(VIEW.east);
  expect(region.north).toBeGreaterThanOrEqual(VIEW.north);
  expect(region.east - region.west).toBeLessThan(0.3);
});

test('a small move asks for nothing new, a large one does', () => {
  const region = findRegion(VIEW, null);
  expect(findRegion(moved(0.001), { region, isSparse: false })).toBe(region);
  expect(findRegion(moved(1), { region, isSparse: false })).not.toEqual(region);
});

test('a view that is zoomed far in gets a region of its own size', () => {
  const wide = findRegion({ west: -75, south: 15, east: -65, north: 22 }, null);
  const near = findRegion(VIEW, { region: wide, isSparse: false });
  expect(near).not.toBe(wide);
  expect(near.east - near.west).toBeLessThan(1);
});

test('a region of few zones stays however close one looks', () => {
  const region = findRegion({ west: -75, south: 15, east: -65, north: 22 }, null);
  expect(findRegion(VIEW, { region, isSparse: true })).toBe(region);
});

test('a map that is zoomed out over the date line shows the world', () => {
  expect(findRegion({ west: 170, south: -80, east: -170, north: 80 }, null)).toEqual({
    west: -180,
    south: -90,
    east: 180,
    north: 90,
  });
});

test('the region of a tall and narrow view stays the same while its zones load', () => {
  const tall = { west: -70.01, south: 18.4, east: -69.99, north: 18.92 };
  const region = findRegion(tall, null);
  expect(region.east - region.west).toBeGreaterThan(8 * (tall.east - tall.west));
  expect(findRegion(tall, { region, isSparse: false })).toBe(region);
});
