import { expect, test } from 'vitest';
import { findClashes, resolveReservations, type TouchedReservation } from './resolutions.ts';

const TARGETS = ['b1', 'b2'].map((id) => ({ id, name: id.toUpperCase(), zoneName: 'Naco' }));

const reservation = (
  id: string,
  from: number,
  to: number,
  fields: Partial<TouchedReservation> = {},
): TouchedReservation => ({
  id,
  parkingSpaceId: 'a1',
  spaceName: 'A1',
  zoneName: 'Naco',
  driver: 'Ana',
  plate: null,
  startsAt: new Date(2026, 2, 2, from),
  endsAt: new Date(2026, 2, 2, to),
  phase: 'future',
  paid: 0,
  paidWith: null,
  targets: TARGETS,
  ...fields,
});

test('reservations at the same time move to different spaces, and the third is cancelled', () => {
  const reservations = [
    reservation('1', 9, 11),
    reservation('2', 10, 12),
    reservation('3', 10, 11),
    reservation('4', 12, 13),
  ];
  expect(Object.fromEntries(resolveReservations(reservations, new Map()))).toEqual({
    1: 'move:b1',
    2: 'move:b2',
    3: 'cancel',
    4: 'move:b1',
  });
});

test('what an operator chose comes first, and the others make way', () => {
  const reservations = [reservation('1', 9, 11), reservation('2', 10, 12)];
  expect(Object.fromEntries(resolveReservations(reservations, new Map([['2', 'move:b1']])))).toEqual({
    1: 'move:b2',
    2: 'move:b1',
  });
});

test('a choice that is no longer possible is chosen anew', () => {
  const reservations = [reservation('1', 9, 11, { targets: TARGETS.slice(1) })];
  expect(resolveReservations(reservations, new Map([['1', 'move:b1']])).get('1')).toBe('move:b2');
});

test('two that an operator moves to one space at the same time clash', () => {
  const first = reservation('1', 9, 11);
  const second = reservation('2', 10, 12);
  const later = reservation('3', 12, 13);
  const choices = new Map([first, second, later].map(({ id }) => [id, 'move:b1']));
  expect([...findClashes([first, second, later], choices)]).toEqual(['1', '2']);
});
