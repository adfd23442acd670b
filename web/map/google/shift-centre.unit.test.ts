import { expect, test } from 'vitest';
import { shiftCentre } from './google-map-contents.tsx';

// At level 0 the 256 px of the world are 360 degrees, and half of them reach from the equator to the edge at 85.0511 degrees.
test.each([
  { where: 'in the middle', zoom: 15, right: 0, below: 0, centre: { lat: 0, lng: 0 } },
  { where: 'right of the middle', zoom: 0, right: 64, below: 0, centre: { lat: 0, lng: -90 } },
  { where: 'right of the middle, one level closer', zoom: 1, right: 64, below: 0, centre: { lat: 0, lng: -45 } },
  { where: 'below the middle', zoom: 0, right: 0, below: 128, centre: { lat: 85.0511, lng: 0 } },
  { where: 'above the middle', zoom: 0, right: 0, below: -128, centre: { lat: -85.0511, lng: 0 } },
])('a position shows $where', ({ zoom, right, below, centre }) => {
  const { lat, lng } = shiftCentre({ lat: 0, lng: 0 }, zoom, right, below);
  expect(lat).toBeCloseTo(centre.lat, 4);
  expect(lng).toBeCloseTo(centre.lng, 4);
});
