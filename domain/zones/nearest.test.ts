import { expect, test } from 'vitest';
import { findNearestAvailableSpace, findNearestWithSpace } from './nearest.ts';

const HERE = { lat: 18, lng: -70 };
/** A zone due north of here; a degree is 111 km. */
const zone = (name: string, degreesNorth: number, availableSpaces = 1) => ({
  name,
  position: { lat: HERE.lat + degreesNorth, lng: HERE.lng },
  availableSpaces,
});
const namesNear = (...zones: ReturnType<typeof zone>[]) =>
  findNearestWithSpace(zones, HERE).map((near) => near.zone.name);

test('a driver is offered the three nearest zones, the nearest first', () => {
  expect(namesNear(zone('d', 0.4), zone('b', -0.2), zone('a', 0.1), zone('c', 0.3))).toEqual(['a', 'b', 'c']);
});

test('a full zone is passed over for the next one, however near it is', () => {
  expect(namesNear(zone('full', 0, 0), zone('a', 0.1), zone('overfull', 0.2, -1), zone('b', 0.3))).toEqual(['a', 'b']);
});

const space = (name: string, status: 'available' | 'reserved' = 'available') => ({
  id: name,
  name,
  zoneId: 'zone',
  zoneName: null,
  location: null,
  hourlyRate: null,
  status,
});

test('of the spaces of a zone the nearest available one has the nearest number', () => {
  const spaces = [space('A-10'), space('A-2'), space('A-3', 'reserved'), space('A-1'), space('A-4', 'reserved')];
  expect(findNearestAvailableSpace(spaces, 'A-3')?.name).toBe('A-2');
  expect(findNearestAvailableSpace(spaces, 'A-4')?.name).toBe('A-10');
  expect(findNearestAvailableSpace([space('A-3', 'reserved'), space('A-1', 'reserved')], 'A-3')).toBeNull();
  expect(findNearestAvailableSpace([space('A-3')], 'A-3')).toBeNull();
});
