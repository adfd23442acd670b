import { expect, test } from 'vitest';
import { createPeriod } from '../../../domain/days/period.ts';
import { chosenArrival, readChosenArrival } from './chosen-arrival.tsx';

const ARRIVAL = createPeriod(new Date('2026-11-21T14:00:00Z'), 2);

test('the device keeps a chosen arrival until its reservation is over, then forgets it', () => {
  chosenArrival.write(ARRIVAL);

  expect(readChosenArrival(new Date('2026-11-21T15:59:59Z'))).toEqual(ARRIVAL);
  expect(readChosenArrival(new Date('2026-11-21T16:00:00Z'))).toBeNull();
  expect(readChosenArrival(new Date('2026-11-21T15:00:00Z'))).toBeNull();
});

test.each([
  ['began more than a day ago', createPeriod(ARRIVAL.startsAt, 72), '2026-11-22T14:00:01Z'],
  ['lasts too long', createPeriod(ARRIVAL.startsAt, 745), '2026-11-21T12:00:00Z'],
  ['starts too far ahead', ARRIVAL, '2025-11-20T13:00:00Z'],
])('the device forgets a chosen arrival that %s to be booked', (_, arrival, now) => {
  chosenArrival.write(arrival);

  expect(readChosenArrival(new Date(now))).toBeNull();
  expect(chosenArrival.read()).toBeNull();
});

test('the device forgets what is no arrival', () => {
  localStorage.setItem('parqueo.arrival', '{"startsAt":"soon"}');

  expect(readChosenArrival(new Date('2026-11-21T12:00:00Z'))).toBeNull();
  expect(localStorage.getItem('parqueo.arrival')).toBeNull();
});
