import { describe, expect, test } from 'vitest';
import { chosenArrival, readChosenArrival } from './chosen-arrival.ts';

const ARRIVAL = { startTime: '2026-11-21T14:00:00.000Z', durationHours: 2 };

describe('chosenArrivalAt', () => {
  test('keeps a chosen arrival until its stay is over, then forgets it', () => {
    chosenArrival.write(ARRIVAL);

    expect(readChosenArrival(new Date('2026-11-21T15:59:59Z'))).toEqual(ARRIVAL);
    expect(readChosenArrival(new Date('2026-11-21T16:00:00Z'))).toBeNull();
    expect(readChosenArrival(new Date('2026-11-21T15:00:00Z'))).toBeNull();
  });

  test('forgets what is no arrival', () => {
    localStorage.setItem('parqueo.arrival', '{"startTime":"soon","durationHours":2}');

    expect(readChosenArrival(new Date('2026-11-21T12:00:00Z'))).toBeNull();
    expect(localStorage.getItem('parqueo.arrival')).toBeNull();
  });
});
