import { expect, test } from 'vitest';
import { CITY_CENTRE, formatKm } from '../../domain/zones/distance.ts';

import { findNearestWithSpace } from '../../domain/zones/nearest.ts';
import { SAMPLE_ZONES } from './sample-zones.ts';

test('from the city centre a driver is offered the three nearest sample zones that are not full', () => {
  const near = findNearestWithSpace(SAMPLE_ZONES, CITY_CENTRE);
  expect(near.map(({ zone, distanceKm }) => `${zone.name}, ${formatKm(distanceKm)}`)).toEqual([
    'Garaje Arroyo Hondo, 0.5 km',
    'Parqueo Serrallés, 0.8 km',
    'Patio Ortega y Gasset, 1.0 km',
  ]);
});

test('there are ten sample zones, each with an address in Santo Domingo, and some are full', () => {
  expect(new Set(SAMPLE_ZONES.map(({ id }) => id)).size).toBe(10);
  expect(SAMPLE_ZONES.every(({ address }) => address.endsWith(', Santo Domingo'))).toBe(true);
  expect(SAMPLE_ZONES.filter(({ availableSpaces }) => availableSpaces === 0)).toHaveLength(3);
});
