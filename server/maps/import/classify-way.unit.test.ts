import { expect, test } from 'vitest';
import { classifyWay } from './classify-way.ts';

const street = (tags: Record<string, string>) => classifyWay({ refs: [1, 2], tags: { highway: 'primary', ...tags } });

test.each([
  ['yes', true, false],
  ['-1', true, true],
  ['no', false, false],
])('oneway=%s', (oneway, isOneWay, isReversed) => {
  expect(street({ oneway })).toMatchObject({ oneway: isOneWay, isReversed });
});

test('roundabouts and motorways run one way unless they say otherwise, other streets both ways', () => {
  expect(street({ junction: 'roundabout' })?.oneway).toBe(true);
  expect(street({ highway: 'motorway' })?.oneway).toBe(true);
  expect(street({ highway: 'motorway', oneway: 'no' })?.oneway).toBe(false);
  expect(street({ highway: 'motorway_link' })?.oneway).toBe(false);
  expect(street({})?.oneway).toBe(false);
});

test.each([
  ['50', 50],
  ['50 km/h', 50],
  ['30 mph', 48.3],
  ['none', 55],
  ['0', 55],
  ['9999', 55],
])('maxspeed=%s on a main street means %d km/h', (maxspeed, speedKmh) => {
  expect(street({ maxspeed })?.speedKmh).toBe(speedKmh);
});

test.each([
  [{ access: 'private' }],
  [{ oneway: 'reversible' }],
  [{ access: 'no' }],
  [{ motor_vehicle: 'no' }],
  [{ motorcar: 'private', access: 'yes' }],
  [{ highway: 'service', service: 'parking_aisle' }],
  [{ highway: 'service', service: 'driveway' }],
  [{ highway: 'pedestrian', area: 'yes' }],
  [{ highway: 'footway' }],
])('a way with %j is no street', (tags) => {
  expect(street(tags as Record<string, string>)).toBeUndefined();
});

test('what is said about cars counts more than what is said about everybody', () => {
  expect(street({ access: 'no', motor_vehicle: 'yes' })).toBeDefined();
});

test('a pedestrian street stays on the map though no car may enter', () => {
  expect(street({ highway: 'pedestrian', motor_vehicle: 'no' })?.class).toBe('pedestrian');
});

test('link roads belong to the class they lead to, small streets to the residential ones', () => {
  expect(street({ highway: 'trunk_link' })?.class).toBe('trunk');
  expect(street({ highway: 'unclassified' })?.class).toBe('residential');
  expect(street({ highway: 'service', service: 'alley' })?.class).toBe('service');
});

test('a street is called by its name, else by its number, else not at all', () => {
  expect(street({ name: 'Avenida Duarte', ref: '1' })?.name).toBe('Avenida Duarte');
  expect(street({ ref: 'DR-3' })?.name).toBe('DR-3');
  expect(street({})?.name).toBe('');
});
