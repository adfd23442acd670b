import { expect, test } from 'vitest';
import { createPeriod } from '../days/period.ts';
import {
  canSwapSpace,
  formatCountdown,
  formatMinutes,
  getExtensionStart,
  getRemainingMs,
  getTimeState,
  isDuringReservation,
  isLowOnTime,
  isOverdue,
  roundExtensionEnd,
} from './times.ts';

const at = (time: string) => new Date(`2026-03-01T${time}-04:00`);
const reservation = createPeriod(at('10:00:00'), 3);

test('what remains of a reservation stops at zero at its end', () => {
  const shown = ['10:00:01', '13:00:00', '18:00:00'].map((time) =>
    formatCountdown(getRemainingMs(reservation, at(time))),
  );
  expect(shown).toEqual(['2h 59m 59s', '0h 0m 0s', '0h 0m 0s']);
});

test('a reservation is under way from its start to its end, and low on time from exactly 15 minutes on', () => {
  const during = ['09:59:59', '10:00:00', '13:00:01'].map((time) => isDuringReservation(reservation, at(time)));
  expect(during).toEqual([false, true, false]);
  expect(['12:44:59', '12:45:00'].map((time) => isLowOnTime(reservation, at(time)))).toEqual([false, true]);
});

test('a reservation is overdue from just after its end until a day later', () => {
  const times = [at('13:00:00'), at('13:00:01')];
  const nextDay = ['13:00:00', '13:00:01'].map((time) => new Date(`2026-03-02T${time}-04:00`));
  expect([...times, ...nextDay].map((now) => isOverdue(reservation, now))).toEqual([false, true, true, false]);
});

test.each([
  ['active', ['future', 'current', 'current', 'past']],
  ['expired', ['future', 'current', 'current', 'past']],
  ['completed', ['past', 'past', 'past', 'past']],
  ['cancelled', ['past', 'past', 'past', 'past']],
] as const)('a reservation that is %s is before, at its start, at its end and after it %j', (status, states) => {
  const moments = ['09:59:59', '10:00:00', '13:00:00', '13:00:01'];
  expect(moments.map((time) => getTimeState({ ...reservation, status }, at(time)))).toEqual(states);
});

test('an open stay goes on after the time for which its space is kept', () => {
  expect(getTimeState({ ...reservation, status: 'active', isOpen: true }, at('13:00:01'))).toBe('current');
});

test('a driver reads lengths of time in hours and whole minutes', () => {
  expect([-1, 0, 45.9, 120, 125].map(formatMinutes)).toEqual(['0 min', '0 min', '45 min', '2 hr', '2 hr 5 min']);
});

const RESERVATION = createPeriod(at('10:00:00'), 2);

test('an extension is added to the end, and to this minute when the reservation is over', () => {
  expect(getExtensionStart(RESERVATION, at('11:00:00'))).toEqual(at('12:00:00'));
  expect(getExtensionStart(RESERVATION, at('13:20:30'))).toEqual(at('13:21:00'));
});

test('an extension has whole minutes, also where the reservation ends within one', () => {
  const odd = createPeriod(at('10:00:20'), 2);
  expect(roundExtensionEnd(odd, at('12:30:00'))).toEqual(at('12:29:20'));
});

test('a space is swapped from 15 minutes before the start to the end', () => {
  const times = [at('09:44:00'), at('09:45:00'), at('12:00:00'), at('12:01:00')];
  expect(times.map((now) => canSwapSpace(RESERVATION, now))).toEqual([false, true, true, false]);
});
