import { expect, test } from 'vitest';
import { getCountdownAnnouncement } from './countdown.tsx';

const MINUTE_MS = 60_000;

test('a driver who cannot see the countdown hears of it at 15, 5 and 1 minutes and at the end', () => {
  const heard = [15.1, 15, 5.1, 5, 1.1, 1, 0.1, 0].map((minutes) => getCountdownAnnouncement(minutes * MINUTE_MS));
  const fifteen = '15 minutes or less of your parking time remain.';
  const five = '5 minutes or less of your parking time remain.';
  const one = '1 minute or less of your parking time remains.';
  expect(heard).toEqual(['', fifteen, fifteen, five, five, one, one, 'Your parking time is over.']);
});
