import { expect, test } from 'vitest';
import { findFreeAgainAt, findFreeStarts } from './occupancy.ts';

const at = (time: string) => new Date(`2026-11-21T${time}:00Z`);
const taken = (start: string, end: string) => ({ startsAt: at(start), endsAt: at(end) });

test('a taken space is free again after the bookings that follow each other', () => {
  const times = [taken('13:00', '14:00'), taken('11:00', '13:00'), taken('15:00', '16:00')];
  expect(findFreeAgainAt(times, at('12:00'))).toEqual(at('14:00'));
});

test('a space that nobody holds now is not waiting to be free', () => {
  expect(findFreeAgainAt([taken('13:00', '14:00')], at('12:00'))).toBeNull();
  expect(findFreeAgainAt([taken('10:00', '12:00')], at('12:00'))).toBeNull();
});

test('later starts are offered where the whole reservation fits, two at most and in whole minutes', () => {
  const reservation = taken('12:00', '14:00');
  const taken1 = { startsAt: at('13:00'), endsAt: new Date('2026-11-21T13:59:20Z') };
  const tooShort = [taken1, taken('15:00', '16:00')];
  expect(findFreeStarts(tooShort, reservation, at('23:00'))).toEqual([at('16:00')]);
  const later = [taken1, taken('17:00', '18:00'), taken('20:00', '20:30')];
  expect(findFreeStarts(later, reservation, at('23:00'))).toEqual([at('14:00'), at('18:00')]);
});

test('no start is offered before the reservation, or when not all of its time is known', () => {
  const reservation = taken('12:00', '14:00');
  expect(findFreeStarts([taken('11:00', '12:00'), taken('13:00', '15:00')], reservation, at('16:30'))).toEqual([]);
});
