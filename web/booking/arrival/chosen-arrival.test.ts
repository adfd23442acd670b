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

test('the device forgets what is no arrival', () => {
  localStorage.setItem('parqueo.arrival', '{"startsAt":"soon"}');

  expect(readChosenArrival(new Date('2026-11-21T12:00:00Z'))).toBeNull();
  expect(localStorage.getItem('parqueo.arrival')).toBeNull();
});
