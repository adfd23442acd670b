import { expect, test } from 'vitest';
import { createPeriod } from '../days/period.ts';
import { canExtend, canSwapSpace, getExtensionStart, roundExtensionEnd } from './extension.ts';

const at = (time: string) => new Date(`2026-03-02T${time}:00Z`);
const RESERVATION = createPeriod(at('10:00'), 2);

test('an extension is added to the end, and to this minute when the reservation is over', () => {
  expect(getExtensionStart(RESERVATION, at('11:00'))).toEqual(at('12:00'));
  expect(getExtensionStart(RESERVATION, new Date('2026-03-02T13:20:30Z'))).toEqual(at('13:21'));
});

test('an extension has whole minutes, also where the reservation ends within one', () => {
  const odd = createPeriod(new Date('2026-03-02T10:00:20Z'), 2);
  expect(roundExtensionEnd(odd, at('12:30'))).toEqual(new Date('2026-03-02T12:29:20Z'));
});

test('a reservation is extended from its start on, also when it is over', () => {
  expect([at('09:59'), at('10:00'), at('13:00')].map((now) => canExtend(RESERVATION, now))).toEqual([
    false,
    true,
    true,
  ]);
});

test('a space is swapped from 15 minutes before the start to the end', () => {
  const times = [at('09:44'), at('09:45'), at('12:00'), at('12:01')];
  expect(times.map((now) => canSwapSpace(RESERVATION, now))).toEqual([false, true, true, false]);
});
