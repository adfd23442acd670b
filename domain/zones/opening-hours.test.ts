import { expect, test } from 'vitest';
import { findClosing, formatWeekWindow } from './opening-hours.ts';

// Open from Monday to Friday, and on Saturday from the evening to the night. Wednesday the 25th is closed.
const TIMES = {
  openingHours: [
    { days: '12345', from: 360, to: 1320 },
    { days: '6', from: 1200, to: 120 },
  ],
  days: [{ kind: 'closed', name: 'Feriado', first: '2026-11-25', last: '2026-11-25' }],
};
const stayOf = (from: string, to: string) => ({
  startsAt: new Date(`2026-11-${from}:00-04:00`),
  endsAt: new Date(`2026-11-${to}:00-04:00`),
});

test.each([
  ['23T06:00', '23T22:00', null],
  ['23T05:59', '23T08:00', 'zone-outside-hours start'],
  ['23T20:00', '23T22:01', 'zone-outside-hours duration'],
  ['23T21:00', '24T06:01', null],
  ['28T23:00', '29T02:00', null],
  ['28T23:00', '29T02:01', 'zone-closed duration'],
  ['29T10:00', '30T10:00', 'zone-closed start'],
  ['24T20:00', '25T08:00', 'zone-closed duration'],
  ['25T10:00', '26T08:00', 'zone-closed start'],
])('a stay from %s to %s: %s', (from, to, problem) => {
  const closing = findClosing(TIMES, stayOf(from, to));
  expect(closing && `${closing.key} ${closing.field}`).toBe(problem);
});

test('what is closed names the hours of the day, the day that has none, or the special day', () => {
  const messageOf = (from: string, to: string) => findClosing(TIMES, stayOf(from, to))?.values;
  expect(messageOf('23T05:00', '23T08:00')).toEqual({ message: expect.stringMatching(/^6:00\sAM – 10:00\sPM$/) });
  expect(messageOf('29T10:00', '29T11:00')).toEqual({ message: expect.stringMatching(/^Nov\s29,\s2026$/) });
  expect(messageOf('25T10:00', '25T11:00')).toEqual({ message: 'Feriado' });
});

test('a change is checked where it is new', () => {
  const before = stayOf('25T05:00', '25T11:00');
  expect(findClosing(TIMES, stayOf('25T05:00', '25T12:00'), before)).toBeNull();
  expect(findClosing(TIMES, stayOf('25T05:00', '25T23:00'), before)).toMatchObject({ field: 'duration' });
});

test('a zone without hours is open always', () => {
  expect(findClosing({ openingHours: null, days: [] }, stayOf('29T03:00', '29T04:00'))).toBeNull();
});

test.each([
  [{ days: '12345', from: 360, to: 1320 }, 'Mon–Fri: 6:00 AM – 10:00 PM'],
  [{ days: '67', from: 1080, to: 60 }, 'Sat, Sun: 6:00 PM – 1:00 AM'],
  [{ days: '1234567', from: 0, to: 1440 }, 'Mon–Sun: 24 hr'],
])('hours of %j are said', (window, text) => {
  expect(formatWeekWindow(window).replaceAll(/\s/g, ' ')).toBe(text);
});
