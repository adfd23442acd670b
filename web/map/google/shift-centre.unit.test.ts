import { expect, test } from 'vitest';
import { shiftCentre } from './google-map-contents.tsx';

const SANTO_DOMINGO = { lat: 18.4861, lng: -69.9312 };

test('a position in the middle is the centre', () => {
  const { lat, lng } = shiftCentre(SANTO_DOMINGO, 15, 0, 0);
  expect(lat).toBeCloseTo(SANTO_DOMINGO.lat, 10);
  expect(lng).toBe(SANTO_DOMINGO.lng);
});

test('a position shows right of the middle when the centre is west of it', () => {
  // At level 0 the 256 px of the world are 360 degrees.
  expect(shiftCentre({ lat: 0, lng: 0 }, 0, 64, 0).lng).toBe(-90);
  expect(shiftCentre({ lat: 0, lng: 0 }, 1, 64, 0).lng).toBe(-45);
});

test('a position shows below the middle when the centre is north of it', () => {
  // Half of the 256 px are between the equator and the map's edge at 85.0511 degrees.
  expect(shiftCentre({ lat: 0, lng: 0 }, 0, 0, 128).lat).toBeCloseTo(85.0511, 4);
  expect(shiftCentre(SANTO_DOMINGO, 15, 0, -100).lat).toBeLessThan(SANTO_DOMINGO.lat);
});
